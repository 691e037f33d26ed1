import Foundation
import Testing

/// In which order a block of changes reaches the disk: what counts when the power is cut.
struct SyncOrderTests {
    private static func calls() throws -> (calls: [TracedCall], photos: String) {
        let scene = try CrashTests.Scene()
        let trace = scene.program.work.appendingPathComponent("trace")
        let environment = try CrashTests.preloading(["STOP_TRACE": trace.path])
        #expect(try scene.block(environment))
        return (try TracedCall.all(in: trace), scene.program.photos.path)
    }

    @Test
    func `a journal is on disk before what it tells of is done`() throws {
        let (calls, _) = try Self.calls()
        var isWritten = true
        var (steps, writes) = (0, 0)
        for call in calls {
            if call.isOfJournal, call.isWrite { (isWritten, writes) = (false, writes + 1) }
            if call.isOfJournal, call.isSync { isWritten = true }
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
        let last = try #require(calls.lastIndex { $0.isRename || $0.name == "mkdirat" })
        let later = calls[last...]
        let commit = try #require(later.firstIndex { $0.isSync && $0.path.contains(".sqlite-wal") })
        let synced = later[..<commit].filter(\.isSync).map(\.path)
        for directory in ["live", "old"] { #expect(synced.contains("\(photos)/\(directory)")) }
        #expect(synced.contains { $0.hasSuffix("/Trash/files") })
        #expect(synced.contains { $0.hasSuffix("/Trash/info") })
    }

    @Test
    func `a journal keeps what it tells of until the names are on disk as they were`() throws {
        let (calls, _) = try Self.calls()
        let done = try #require(calls.lastIndex { $0.isRename }) + 1
        let scene = try CrashTests.Scene()
        #expect(try !scene.block(CrashTests.preloading(["STOP_AT": "\(done + 1)"])))
        let trace = scene.program.work.appendingPathComponent("undone")
        try scene.index(CrashTests.preloading(["STOP_TRACE": trace.path]))
        let undoing = try TracedCall.all(in: trace)
        let first = try #require(undoing.firstIndex { $0.isRename })
        let last = try #require(undoing.lastIndex { $0.isRename })
        let forgotten = try #require(undoing.firstIndex { $0.isCut && $0.isOfJournal })
        try #require(first < last && last < forgotten)
        let synced = undoing[last..<forgotten].filter(\.isSync).map(\.path)
        let photos = scene.program.photos.path
        for directory in [photos, "\(photos)/live"] { #expect(synced.contains(directory)) }
        #expect(synced.contains { $0.hasSuffix("/Trash/files") })
        #expect(synced.contains { $0.hasSuffix("/Trash/info") })
    }
}
