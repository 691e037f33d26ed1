import Foundation
import Testing

/// In which order a block of changes reaches the disk: what counts when the power is cut.
@Suite(.patient)
struct SyncOrderTests {
    /// A call that changes something on disk, with the open file that it is about.
    private struct Call {
        let name: String
        let path: String

        init(_ line: Substring) {
            let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            name = String(parts[0])
            path = parts.count > 1 ? String(parts[1]) : ""
        }

        var isSync: Bool { ["fsync", "fdatasync"].contains(name) }
        var isRename: Bool { ["rename", "renameat", "renameat2"].contains(name) }
        var isJournal: Bool { path.contains(".sqlite-files-") }
        /// Something is done to a file of the library.
        var isStep: Bool { isRename || name == "mkdirat" }
    }

    private static func calls() throws -> (calls: [Call], photos: String) {
        let scene = try CrashTests.Scene()
        let trace = scene.program.work.appendingPathComponent("trace")
        let environment = try CrashTests.preloading(["STOP_TRACE": trace.path])
        #expect(try scene.block(environment))
        let text = try String(contentsOf: trace, encoding: .utf8)
        return (text.split(separator: "\n").map(Call.init), scene.program.photos.path)
    }

    @Test
    func `a journal is on disk before what it tells of is done`() throws {
        let (calls, _) = try Self.calls()
        var isWritten = true
        var (steps, writes) = (0, 0)
        for call in calls {
            if call.isJournal, call.name.hasPrefix("write") || call.name.hasPrefix("pwrite") {
                (isWritten, writes) = (false, writes + 1)
            }
            if call.isJournal, call.isSync { isWritten = true }
            guard call.isRename else { continue }
            steps += 1
            #expect(isWritten, "\(call.name) after \(writes) writes")
        }
        // A file is moved in, another written, one restored, and two are deleted.
        #expect(steps >= 5 && writes >= 3)
    }

    @Test
    func `the names of files are on disk before the catalogue's part is`() throws {
        let (calls, photos) = try Self.calls()
        let last = try #require(calls.lastIndex { $0.isStep })
        let later = calls[last...]
        let commit = try #require(later.firstIndex { $0.isSync && $0.path.contains(".sqlite-wal") })
        let synced = later[..<commit].filter(\.isSync).map(\.path)
        for directory in ["live", "old"] { #expect(synced.contains("\(photos)/\(directory)")) }
        #expect(synced.contains { $0.hasSuffix("/Trash/files") })
        #expect(synced.contains { $0.hasSuffix("/Trash/info") })
    }
}
