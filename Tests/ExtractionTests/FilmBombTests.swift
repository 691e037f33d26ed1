import Extraction
import Foundation
import MediaMetadata
import TestSupport
import Testing

/// Films made to keep libavformat busy, read as the indexer has them read.
struct FilmBombTests {
    private static func read(_ bomb: Bomb) throws -> FileMetadata {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            .path
        try bomb.write(to: path)
        defer { unlink(path) }
        let extraction = FileExtraction(deadline: 60_000)
        return try extraction.read(Array(bomb.name.utf8)) { open(path, O_RDONLY | O_CLOEXEC) }
            .metadata
    }

    /// Those whose work or memory grows faster than they do.
    private static let costly: Set = [
        "tags.mkv", "names-of-tags.mkv", "tracks.mkv", "names.avi", "streams.avi",
    ]

    @Test(arguments: Effort.part(4, of: Bombs.foreign))
    func `a film that asks too much of libavformat is given up, and its extractor lives`(
        _ bomb: Bomb
    ) throws {
        let reason = try Self.read(bomb).unreadableReason
        #expect(reason?.contains("extractor") != true)
        let isGivenUp = reason?.hasPrefix("reading was given up") == true
        #expect(isGivenUp == Self.costly.contains(bomb.name), "\(reason ?? "read")")
    }
}
