import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Catalogue

/// What wakes readers.
struct CommitSignalTests {
    private func makeFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "signal-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// How many roots a catalogue has; nil when there is none.
    private static func rootCount(_ path: String) -> Int? {
        guard let reader = try? CatalogueReader(path: path) else { return nil }
        return try? reader.snapshot { reader.allRoots.count }
    }

    /// Waits until a reader that a signal wakes has seen something; false when nothing comes.
    private func isSeen(
        _ signal: CommitSignal,
        after action: () throws -> Void,
        _ isThere: @escaping @Sendable () -> Bool
    ) throws -> Bool {
        let (looked, seen) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let isOver = Mutex(false)
        let thread = Thread {
            while !isThere() {
                looked.signal()
                guard signal.wait(), !isOver.withLock({ $0 }) else { return }
            }
            seen.signal()
        }
        thread.start()
        guard looked.wait(timeout: .now() + 120) == .success else { return false }
        try action()
        defer { isOver.withLock { $0 = true } }
        return seen.wait(timeout: .now() + 120) == .success
    }

    @Test func `a reader is woken by a catalogue that was not there when it began to wait`() throws
    {
        let folder = try makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "library.heliograph").path
        let signal = CommitSignal(catalogue: path)
        var writer: CatalogueWriter?
        #expect(
            try isSeen(
                signal,
                after: {
                    writer = try CatalogueWriter(path: path)
                    _ = try writer?.transaction { try writer?.addRoot(Array("/photos".utf8)) }
                }
            ) { Self.rootCount(path) == 1 }
        )
        withExtendedLifetime(writer) {}
    }

    @Test func `a reader is woken by a commit to a log that took the place of another`() throws {
        let folder = try makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "library.heliograph").path
        let earlier = try CatalogueWriter(path: path)
        try earlier.transaction { _ = try earlier.addRoot(Array("/photos".utf8)) }
        let signal = CommitSignal(catalogue: path)
        var writer: CatalogueWriter?
        #expect(
            try isSeen(
                signal,
                after: {
                    let old = folder.appending(path: "old")
                    try FileManager.default.createDirectory(
                        at: old,
                        withIntermediateDirectories: true
                    )
                    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
                    where name != "old" {
                        try FileManager.default.moveItem(
                            at: folder.appending(path: name),
                            to: old.appending(path: name)
                        )
                    }
                    writer = try CatalogueWriter(path: path)
                    _ = try writer?.transaction { try writer?.addRoot(Array("/more".utf8)) }
                    _ = try writer?.transaction { try writer?.addRoot(Array("/most".utf8)) }
                }
            ) { Self.rootCount(path) == 2 }
        )
        withExtendedLifetime((earlier, writer)) {}
    }
}
