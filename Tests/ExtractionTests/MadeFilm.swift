import Extraction
import Foundation
import MediaMetadata

/// Films that ffmpeg makes, read as the indexer has them read.
enum MadeFilm {
    private static let ffmpeg = "/usr/bin/ffmpeg"
    static let canBeMade = access(ffmpeg, X_OK) == 0

    /// Makes a film with these arguments, in the container of a name's ending.
    static func make(_ arguments: String, _ name: String) throws -> [UInt8] {
        let path = FileManager.default.temporaryDirectory.path + "/\(UUID())-\(name)"
        defer { unlink(path) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: ffmpeg)
        let words = arguments.split(separator: " ").map(String.init)
        process.arguments = ["-v", "error", "-nostdin"] + words + [path]
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    static func read(_ film: [UInt8], _ name: String) throws -> FileMetadata {
        let path = FileManager.default.temporaryDirectory.path + "/\(UUID())-\(name)"
        try Data(film).write(to: URL(fileURLWithPath: path))
        defer { unlink(path) }
        return try FileExtraction(deadline: 60_000).read(Array(name.utf8)) {
            open(path, O_RDONLY | O_CLOEXEC)
        }.metadata
    }
}
