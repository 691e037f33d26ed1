import Catalogue
import Foundation
import Glibc
import LibraryFiles
import Photos
import TestSupport
import Testing

extension SharedLibrary {
    /// Assets that were deleted longer ago than history goes back.
    @Suite struct LongDeletedTests {
        /// A library whose one photo lies in the trash, and all of whose history is forgotten.
        private static func library() async throws -> (FolderLibrary, CatalogueWriter, Int64) {
            let library = try FolderLibrary(["x.jpg": Sample.jpeg(40, 30)])
            try await library.shared.performChanges {
                PHAssetChangeRequest.deleteAssets(PHAsset.fetchAssets(with: nil))
            }
            let writer = try CatalogueWriter(path: library.catalogue.path, as: .editor)
            let id = try writer.transaction {
                try writer.prune(before: .max)
                return try writer.allTrashed().first?.id
            }
            return (library, writer, try #require(id))
        }

        private static func restore(_ id: Int64, _ writer: CatalogueWriter) throws {
            let files = try FileTransaction(writer)
            try files.commit { try files.restore([id]) }
        }

        @Test
        func `what was deleted long ago comes back`() async throws {
            let (library, writer, id) = try await Self.library()
            try Self.restore(id, writer)
            #expect(library.files() == ["x.jpg"])
            try library.check()
        }

        @Test
        func `another file of the same size and time does not come back for it`() async throws {
            let (library, writer, id) = try await Self.library()
            let path = library.folder.path + "/data/Trash/files/x.jpg"
            var found = stat()
            #expect(stat(path, &found) == 0)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            rename(path, path + ".old")
            try bytes.write(to: URL(fileURLWithPath: path))
            utimensat(AT_FDCWD, path, [found.st_atim, found.st_mtim], 0)
            let error = #expect(throws: LibraryFileError.self) { try Self.restore(id, writer) }
            #expect(error?.code == .missing && error?.message.contains("another file") == true)
            #expect(library.files() == [] && FileManager.default.fileExists(atPath: path))
        }

        @Test
        func `what was written to in the trash is not forgotten`() async throws {
            let (library, writer, id) = try await Self.library()
            let path = library.folder.path + "/data/Trash/files/x.jpg"
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try file.seekToEnd()
            try file.write(contentsOf: Data("more".utf8))
            try file.close()
            try writer.transaction { try FileTransaction.forgetEmptied(writer) }
            #expect(try writer.query { try writer.allTrashed().map(\.id) } == [id])
        }
    }
}
