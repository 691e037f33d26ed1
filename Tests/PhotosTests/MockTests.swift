import Foundation
import Photos
import SourceCompatibility6
import Testing

extension SharedLibrary {
    /// What apps' own tests put in the place of objects of the library.
    @Suite struct MockTests {
        @Test func `mocks answer in place of objects, wherever these are used`() {
            let asset = MockAsset(id: "one", when: Date(timeIntervalSince1970: 5))
            #expect(asset.localIdentifier == "one" && asset.description.contains("one"))
            #expect(asset == MockAsset(id: "one", when: Date()))
            #expect(Set([asset]).contains(MockAsset(id: "one", when: Date())))
            #expect(asset.value(forKey: "pixelWidth") as? Int == 1920)
            let predicate = NSPredicate(
                format: "mediaType == 2 AND duration > 10 AND favorite == YES"
            )
            #expect(predicate.evaluate(with: asset))
            let result = MockFetchResult([asset])
            #expect(result.count == 1 && result[0] === asset && result.contains(asset))
            #expect(result.countOfAssets(with: .video) == 1)
            let details = PHFetchResultChangeDetails(
                fromFetchResult: PHFetchResult<PHAsset>(),
                toFetchResult: result,
                changedObjects: []
            )
            #expect(details.insertedIndexes == [0] && details.insertedObjects == [asset])
            #expect(MockAsset.fetchAssets(with: nil).firstObject?.localIdentifier == "fetched")
            let album = MockCollection()
            #expect(album.localizedTitle == "Mock")
            let isMock = NSPredicate(format: "localizedTitle == 'Mock' AND SELF == 'collection'")
            #expect(isMock.evaluate(with: album))
            #expect(album.value(forKey: "localizedTitle") as? String == "Mock")
            #expect(PHAsset.fetchAssets(in: MockCollection(), options: nil).count == 0)
            #expect(MockList().collectionListType == .folder)
            #expect(Names.name(MockResource().type) == "paired")
            #expect(MockResource().value(forKey: "filename") as? String == "IMG_0001.MOV")
        }

        @Test func `a mock of the library needs none`() async throws {
            let library = MockLibrary.shared()
            #expect(library is MockLibrary)
            #expect(MockLibrary.authorizationStatus(for: .readWrite) == .limited)
            let answer = await withCheckedContinuation { continuation in
                library.performChanges(
                    {},
                    completionHandler: { isDone, _ in
                        continuation.resume(returning: isDone)
                    }
                )
            }
            #expect(answer)
            // Only the form with a handler is overridden.
            let real = try TestLibrary([TestLibrary.record(1)])
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            try await library.performChanges { PHAssetChangeRequest(for: asset).isFavorite = true }
            #expect(PHAsset.fetchAssets(with: nil).firstObject?.isFavorite == false)
            #expect(await MockLibrary.requestAuthorization(for: .readWrite) == .denied)
            withExtendedLifetime(real) {}
            let details = MockChange().changeDetails(for: MockFetchResult([]))
            #expect(details?.fetchResultAfterChanges.count == 0)
        }

        @Test func `the file of a mock is nowhere, and that is told`() async throws {
            let file = FileManager.default.temporaryDirectory
                .appendingPathComponent("mock-\(UUID().uuidString)")
            await #expect(throws: PHPhotosError.self) {
                try await PHAssetResourceManager.default()
                    .writeData(for: MockResource(), toFile: file, options: nil)
            }
            #expect(!FileManager.default.fileExists(atPath: file.path))
        }

        @Test func `a value of our own meets the unknown default`() {
            #expect(!Names.known(.sidecar) && Names.known(.photo))
            #expect(Names.name(PHAssetCollectionSubtype.any) == "any")
        }
    }
}
