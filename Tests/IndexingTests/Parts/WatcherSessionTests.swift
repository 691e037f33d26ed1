import Catalogue
import Extraction
import Foundation
import Kernel
import Logging
import Testing

@testable import Indexing

@Suite struct WatcherSessionTests {
    /// Helpers that are started and do nothing.
    private final class IdlePrograms: HelperPrograms {
        final class Idle: Helper {
            func kill() {}
            func reap(within milliseconds: Int32?) -> HelperEnding? { HelperEnding(signal: nil) }
            func abandon() {}
        }

        func start(
            _ name: String,
            arguments: [String],
            input: Int32,
            output: Int32?
        ) throws(ExtractionError) -> any Helper { Idle() }
    }

    private final class Clock: TimeSource {
        var milliseconds: Int64 = 1_000_000
        var date: Int64 = 0
    }

    private let clock = Clock()

    /// Gives a session of a new catalogue, in a folder that is removed afterwards.
    private func withSession(
        _ programs: any HelperPrograms,
        endsWhenSynced: Bool = false,
        _ body: (WatcherSession) throws -> Void
    ) throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let path = directory.appending(path: "catalogue").path
        var options = IndexingOptions(catalogue: path, roots: [])
        options.endsWhenSynced = endsWhenSynced
        let session = WatcherSession(
            IndexingContext(
                options: options,
                writer: try CatalogueWriter(path: path),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                system: IndexingSystem(
                    files: LinuxFileSystem.shared,
                    helpers: HelperSystem(
                        programs: programs,
                        channels: LinuxChannels.shared,
                        time: clock
                    ),
                    random: { 0 }
                )
            )
        )
        try body(session)
        session.end()
    }

    @Test func `watchers that end again and again end the indexer, with a way to find out why`()
        throws
    {
        try withSession(IdlePrograms()) { session in
            for _ in 0..<20 {
                try session.start(.helperRestarted, roots: [])
                try session.recordEnd()
            }
            // What is long past does not count.
            clock.milliseconds += 10_001
            for _ in 0..<20 { try session.recordEnd() }
            let error = #expect(throws: IndexingError.self) { try session.recordEnd() }
            #expect(error?.code == .watcherUnavailable)
            #expect(error?.message.contains("heliograph doctor") == true)
        }
    }

    @Test func `a service waits for what the first watcher needs, and what a user waits for fails`()
        throws
    {
        try withSession(NoPrograms(code: EMFILE)) { session in
            try session.start(.start, roots: [])
            #expect(try #require(session.nextStart) > clock.milliseconds)
        }
        try withSession(NoPrograms(code: EMFILE), endsWhenSynced: true) { session in
            #expect(throws: ExtractionError.self) { try session.start(.start, roots: []) }
        }
    }
}
