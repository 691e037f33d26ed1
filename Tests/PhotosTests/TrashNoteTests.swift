import Foundation
import Photos
import TestSupport
import Testing

extension SharedLibrary {
    /// The notes beside deleted files, which other programs read.
    @Suite struct TrashNoteTests {
        /// Names with how the Trash specification has them in a note.
        private static let names = [
            ("plain.jpg", "plain.jpg"), ("100%.jpg", "100%25.jpg"),
            ("%41 b.jpg", "%2541%20b.jpg"), ("Köln [1].jpg", "K%C3%B6ln%20%5B1%5D.jpg"),
            ("a\nPath=b.jpg", "a%0APath%3Db.jpg"), ("it's (1)~.jpg", "it's%20(1)~.jpg"),
        ]

        @Test(arguments: names)
        func `the note of a deleted file leads back to where it was`(
            _ name: String,
            _ escaped: String
        ) async throws {
            let library = try FolderLibrary([name: Sample.jpeg(40, 30)])
            let all = PHAsset.fetchAssets(with: nil)
            #expect(all.count == 1)
            try await library.shared.performChanges { PHAssetChangeRequest.deleteAssets(all) }
            let note = library.folder.appendingPathComponent("data/Trash/info/\(name).trashinfo")
            let lines = try String(contentsOf: note, encoding: .utf8).split(separator: "\n")
            #expect(lines.first == "[Trash Info]" && lines.count == 3)
            #expect(lines.dropFirst().first == "Path=\(library.photos.path)/\(escaped)")
            #expect(lines.last?.hasPrefix("DeletionDate=2") == true)
        }
    }
}
