import Foundation
import Glibc
import Photos
import TestSupport
import Testing

extension SharedLibrary {
    /// Files that assets are made of, and what becomes of who may read them.
    @Suite struct SourceTests {
        private static func add(_ library: FolderLibrary, _ file: URL, moves: Bool) async throws {
            try await library.shared.performChanges {
                let options = PHAssetResourceCreationOptions()
                options.shouldMoveFile = moves
                PHAssetCreationRequest.forAsset()
                    .addResource(with: .photo, fileURL: file, options: options)
            }
        }

        @Test(arguments: [
            (0o600, 0o600), (0o400, 0o400), (0o640, 0o640), (0o6755, 0o755),
        ])
        func `a copy may be read by whom its original could be read by`(
            original: Int,
            copy: Int
        ) async throws {
            let library = try FolderLibrary()
            let file = try library.file("x.jpg", Sample.jpeg(40, 30))
            chmod(file.path, mode_t(original))
            try await Self.add(library, file, moves: false)
            let name = try #require(library.files().first)
            var found = stat()
            #expect(stat(library.photos.appendingPathComponent(name).path, &found) == 0)
            #expect(Int(found.st_mode & 0o7777) == copy)
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            let resource = try #require(PHAssetResource.assetResources(for: asset).first)
            let written = library.folder.appendingPathComponent("written.jpg")
            try await PHAssetResourceManager.default().writeData(
                for: resource,
                toFile: written,
                options: nil
            )
            #expect(stat(written.path, &found) == 0 && Int(found.st_mode & 0o7777) == copy)
            try library.check()
        }

        @Test(arguments: ["link", "dangling", "pipe", "directory", "device"], [false, true])
        func `what is no file is refused at once, and stays`(kind: String, moves: Bool) async throws
        {
            let library = try FolderLibrary()
            let target = try library.file("target.jpg", Sample.jpeg(40, 30))
            var source = library.folder.appendingPathComponent("x.jpg")
            switch kind {
            case "link": symlink(target.path, source.path)
            case "dangling": symlink("/nowhere/x.jpg", source.path)
            case "pipe": mkfifo(source.path, 0o600)
            case "device": source = URL(fileURLWithPath: "/dev/zero")
            default: mkdir(source.path, 0o700)
            }
            do {
                try await Self.add(library, source, moves: moves)
                Issue.record("a \(kind) was taken for a picture")
            } catch let error as PHPhotosError {
                #expect(error.code == .invalidResource, "\(error)")
            }
            var found = stat()
            #expect(lstat(source.path, &found) == 0)
            #expect(FileManager.default.fileExists(atPath: target.path) && library.files() == [])
            try library.check()
        }

        @Test
        func `a file in a directory that is reached by a link is moved`() async throws {
            let library = try FolderLibrary()
            mkdir(library.folder.path + "/real", 0o700)
            _ = try library.file("real/x.jpg", Sample.jpeg(40, 30))
            symlink("real", library.folder.path + "/way")
            let file = library.folder.appendingPathComponent("way/x.jpg")
            try await Self.add(library, file, moves: true)
            #expect(library.files().count == 1 && library.files("real") == [])
            try library.check()
        }
    }
}
