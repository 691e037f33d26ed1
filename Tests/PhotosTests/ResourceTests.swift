import Catalogue
import Foundation
import PhotoModel
import Photos
import TestSupport
import Testing

extension SharedLibrary {
    @Suite struct ResourceTests {
        /// Writes the files of a library; the second is a Live Photo with its film and an edit, the
        /// third has a film inside.
        private static func library() throws -> (TestLibrary, [String: Data]) {
            let library = try TestLibrary()
            let photos = library.folder.appendingPathComponent("photos")
            try FileManager.default.createDirectory(
                at: photos,
                withIntermediateDirectories: true
            )
            var contents: [String: Data] = [:]
            var records: [AssetRecord] = []
            for (name, size) in [
                ("a.jpg", 3_000_000), ("IMG_2.heic", 10), ("IMG_2.mov", 20), ("IMG_2.aae", 30),
                ("m.jpg", 1_000),
            ] {
                let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ size) })
                try data.write(to: photos.appendingPathComponent(name))
                contents[name] = data
                var record = TestLibrary.record(Int64(records.count))
                record.file.name = Array(name.utf8)
                record.file.identity.size = Int64(size)
                switch name.suffix(4) {
                case "heic":
                    (record.uti, record.contentIdentifier) = ("public.heic", "L")
                    (record.width, record.height) = (40, 30)
                case ".mov":
                    record.mediaType = .video
                    (record.uti, record.contentIdentifier) = ("com.apple.quicktime-movie", "L")
                    record.file.type = .video
                case ".aae":
                    record.mediaType = .unknown
                    record.uti = "com.apple.photos.apple-adjustment-envelope"
                    record.evidence = "adjustments\tadjustmentFormatIdentifier\tcom.apple.photo"
                    record.creationDate.source = .user
                default: break
                }
                if name == "m.jpg" {
                    record.film = EmbeddedFilm(offset: 600, length: 400)
                    record.subtypes = .photoLive
                }
                records.append(record)
            }
            try library.add(records, to: library.directory)
            return (library, contents)
        }

        private static func data(of resource: PHAssetResource) async throws -> Data {
            try await withCheckedThrowingContinuation { continuation in
                nonisolated(unsafe) var data = Data()
                PHAssetResourceManager.default().requestData(
                    for: resource,
                    options: nil,
                    dataReceivedHandler: { data.append($0) },
                    completionHandler: { failure in
                        continuation.resume(
                            with: failure.map { .failure($0) } ?? .success(data)
                        )
                    }
                )
            }
        }

        @Test
        func `an asset's files are its resources, and their data is the files'`() async throws {
            let (library, contents) = try Self.library()
            defer { withExtendedLifetime(library) {} }
            let assets = PHAsset.fetchAssets(with: nil)
            #expect(assets.count == 3)
            let live = PHAssetResource.assetResources(for: assets[1])
            #expect(live.map(\.type) == [.photo, .pairedVideo, .adjustmentData])
            #expect(live.map(\.originalFilename) == ["IMG_2.heic", "IMG_2.mov", "IMG_2.aae"])
            #expect(live[0].pixelWidth == 40 && live[0].uniformTypeIdentifier == "public.heic")
            #expect(live[1].assetLocalIdentifier == assets[1].localIdentifier)
            #expect(live[1].value(forKey: "fileSize") as? Int == 20)
            #expect(assets[1].hasAdjustments && !assets[0].hasAdjustments)
            #expect(assets[1].adjustmentFormatIdentifier == "com.apple.photo")
            #expect(assets[1].adjustmentTimestamp == Date(timeIntervalSince1970: 3 * 86_400))
            for resource in live + PHAssetResource.assetResources(for: assets[0]) {
                #expect(try await Self.data(of: resource) == contents[resource.originalFilename])
            }
            let motion = PHAssetResource.assetResources(for: assets[2])
            #expect(motion.map(\.type) == [.photo, .pairedVideo])
            #expect(motion[1].originalFilename == "m.mp4")
            #expect(try await Self.data(of: motion[1]) == contents["m.jpg"]?[600..<1_000])
        }

        @Test
        func `a resource is opened where its bytes are, and stays as it was then`() throws {
            let (library, contents) = try Self.library()
            let assets = PHAsset.fetchAssets(with: nil)
            let photos = library.folder.appendingPathComponent("photos")
            for index in 0..<assets.count {
                for resource in PHAssetResource.assetResources(for: assets[index]) {
                    let opened = try resource.open()
                    let path = photos.appendingPathComponent(resource.originalFilename).path
                    if resource.originalFilename == "a.jpg" {
                        try FileManager.default.removeItem(atPath: path)
                    }
                    try opened.file.seek(toOffset: UInt64(opened.range.lowerBound))
                    let data = try opened.file.read(upToCount: opened.range.count)
                    let whole = contents[resource.originalFilename]
                    #expect(data == whole ?? contents["m.jpg"]?[600..<1_000])
                }
            }
            let gone = try #require(PHAssetResource.assetResources(for: assets[0]).first)
            #expect(throws: PHPhotosError.self) { try gone.open() }
            try Data(count: 999).write(to: photos.appendingPathComponent("m.jpg"))
            let film = try #require(PHAssetResource.assetResources(for: assets[2]).last)
            #expect(throws: PHPhotosError.self) { try film.open() }
        }

        @Test
        func `writing makes a new file or none`() async throws {
            let (library, contents) = try Self.library()
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            let resource = try #require(PHAssetResource.assetResources(for: asset).first)
            let copy = library.folder.appendingPathComponent("copy.jpg")
            let manager = PHAssetResourceManager.default()
            try await manager.writeData(for: resource, toFile: copy, options: nil)
            #expect(try Data(contentsOf: copy) == contents["a.jpg"])
            await #expect(throws: PHPhotosError.self) {
                try await manager.writeData(for: resource, toFile: copy, options: nil)
            }
            #expect(try Data(contentsOf: copy) == contents["a.jpg"])
            try FileManager.default.removeItem(
                at: library.folder.appendingPathComponent("photos/a.jpg")
            )
            let other = library.folder.appendingPathComponent("other.jpg")
            do {
                try await manager.writeData(for: resource, toFile: other, options: nil)
                Issue.record("a missing file was copied")
            } catch PHPhotosError.missingResource {
                #expect(!FileManager.default.fileExists(atPath: other.path))
            }
        }

        @Test
        func `a cancelled request says so and gives no more data`() async throws {
            let (library, _) = try Self.library()
            defer { withExtendedLifetime(library) {} }
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            let resource = try #require(PHAssetResource.assetResources(for: asset).first)
            let (started, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            nonisolated(unsafe) var pieces = 0
            let failure: (any Error)? = await withCheckedContinuation { continuation in
                let request = PHAssetResourceManager.default().requestData(
                    for: resource,
                    options: nil,
                    dataReceivedHandler: { _ in
                        pieces += 1
                        started.signal()
                        #expect(goOn.wait(timeout: .now() + Patience.seconds) == .success)
                    },
                    completionHandler: { continuation.resume(returning: $0) }
                )
                DispatchQueue.global().async {
                    _ = started.wait(timeout: .now() + Patience.seconds)
                    PHAssetResourceManager.default().cancelDataRequest(request)
                    goOn.signal()
                }
            }
            #expect((failure as? PHPhotosError)?.code == .userCancelled)
            #expect(pieces == 1)
        }
    }
}
