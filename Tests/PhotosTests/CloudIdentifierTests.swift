import Catalogue
import Foundation
import PhotoModel
import Photos
import Testing

extension SharedLibrary {
    @Suite struct CloudIdentifierTests {
        private static func record(_ day: Int64, content: Int64) -> AssetRecord {
            TestLibrary.record(day) { record in
                (record.file.fingerprint, record.file.identity.size) = (content, 100 + content)
            }
        }

        @Test
        func `an asset is known by its content in another library`() throws {
            let first = try TestLibrary([Self.record(1, content: -7), Self.record(2, content: 8)])
            let shared = PHPhotoLibrary.shared()
            let names = PHAsset.fetchAssets(with: nil)
            let (one, two) = (names[0].localIdentifier, names[1].localIdentifier)
            let found = shared.cloudIdentifierMappings(forLocalIdentifiers: [one, two, "nobody"])
            let identifier = try #require(try? found[one]?.get())
            #expect((try? found["nobody"]?.get()) == nil && found.count == 3)
            let back = shared.localIdentifierMappings(for: [identifier])
            #expect(try back[identifier]?.get() == one)
            // It survives being written down, and an archive.
            let data = try NSKeyedArchiver.archivedData(
                withRootObject: identifier,
                requiringSecureCoding: true
            )
            let archived = try NSKeyedUnarchiver.unarchivedObject(
                ofClass: PHCloudIdentifier.self,
                from: data
            )
            #expect(archived == identifier)
            let written = PHCloudIdentifier(stringValue: identifier.stringValue)

            let second = try TestLibrary([Self.record(5, content: 8), Self.record(6, content: -7)])
            let other = PHPhotoLibrary.shared().localIdentifierMappings(for: [written])
            #expect(try other[written]?.get() == PHAsset.fetchAssets(with: nil)[1].localIdentifier)
            try second.add([Self.record(7, content: -7)], to: second.directory)
            let several = PHPhotoLibrary.shared().localIdentifierMappings(
                for: [written, PHCloudIdentifier(stringValue: "nonsense")]
            )
            #expect(several.count == 2)
            for (identifier, result) in several {
                guard case .failure(let error as PHPhotosError) = result else {
                    Issue.record("an identifier of several assets, or none, names one")
                    continue
                }
                let isKnown = identifier == written
                #expect(error.code == (isKnown ? .multipleIdentifiersFound : .identifierNotFound))
                let all = error.userInfo[PHLocalIdentifiersErrorKey] as? [String]
                #expect(all?.count == (isKnown ? 2 : nil))
            }
            _ = first
        }

        @Test
        func `who asked is told that there are persistent changes, until no more`() throws {
            final class Observer: NSObject, PHPhotoLibraryPersistentChangesObserver {
                let told = DispatchSemaphore(value: 0)
                func photoLibraryPersistentChangesDidUpdate(_ photoLibrary: PHPhotoLibrary) {
                    told.signal()
                }
            }
            let library = try TestLibrary([TestLibrary.record(1)])
            let shared = PHPhotoLibrary.shared()
            let token = shared.currentChangeToken
            let (observer, other) = (Observer(), Observer())
            shared.register(observer)
            shared.register(other)
            try library.add([TestLibrary.record(2)], to: library.directory)
            #expect(observer.told.wait(timeout: .now() + 30) == .success)
            #expect(other.told.wait(timeout: .now() + 30) == .success)
            #expect(Array(try shared.fetchPersistentChanges(since: token)).count == 1)
            shared.unregisterPersistentChangesObserver(observer)
            try library.add([TestLibrary.record(3)], to: library.directory)
            #expect(other.told.wait(timeout: .now() + 30) == .success)
            #expect(observer.told.wait(timeout: .now()) == .timedOut)
            shared.unregisterPersistentChangesObserver(other)
        }
    }
}
