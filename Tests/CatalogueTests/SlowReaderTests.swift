import Catalogue
import ChangeFeed
import Foundation
import TestSupport
import Testing

/// A pipe whose reader does not read until it is asked to, and the thread that writes into it.
private final class StalledPipe: Sendable {
    private let ends: (read: Int32, write: Int32)
    private let done = DispatchSemaphore(value: 0)

    /// Runs `body` on a thread of its own with the end to write into, which is closed afterwards.
    init(_ body: @escaping @Sendable (FeedOutput) throws -> Void) {
        var both: [Int32] = [0, 0]
        pipe(&both)
        // A program that another test starts would keep it open.
        for end in both { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        ends = (both[0], both[1])
        let (end, done) = (ends.write, done)
        Thread.detachNewThread {
            do { try body(FeedOutput(descriptor: end)) } catch { Issue.record(error) }
            close(end)
            done.signal()
        }
    }

    deinit { close(ends.read) }

    func waitUntilFull() throws {
        var polled = pollfd(fd: ends.write, events: Int16(POLLOUT), revents: 0)
        let isFull = Patience.wait {
            poll(&polled, 1, 0)
            return polled.revents == 0
        }
        try #require(isFull)
    }

    /// All that is written.
    func read() throws -> [[String: Any]] {
        var data = Data()
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            var polled = pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0)
            try #require(poll(&polled, 1, Int32(Patience.seconds * 1_000)) > 0)
            let count = Glibc.read(ends.read, &piece, piece.count)
            guard count > 0 else { break }
            data.append(contentsOf: piece[..<count])
        }
        try #require(done.wait(timeout: .now() + Patience.seconds) == .success)
        return data.split(separator: 0x0A).compactMap {
            try? JSONSerialization.jsonObject(with: $0) as? [String: Any]
        }
    }
}

/// Readers that do not read cost those who write nothing.
struct SlowReaderTests {
    private static let count: Int64 = 6_000

    private static func catalogue() throws -> TestCatalogue {
        let catalogue = try TestCatalogue()
        try catalogue.writer.transaction {
            for number in 1...count {
                try catalogue.writer.insert(
                    TestCatalogue.record("\(number).jpg", in: catalogue.root, inode: number)
                )
            }
        }
        return catalogue
    }

    /// Goes on writing until nothing of the log is held by a reader any more.
    private static func writeUntilLogIsFree(_ catalogue: TestCatalogue) throws {
        var number = count
        repeat {
            number += 1
            try catalogue.writer.transaction {
                try catalogue.writer.insert(
                    TestCatalogue.record("\(number).jpg", in: catalogue.root, inode: number)
                )
            }
            try? catalogue.writer.shrink()
        } while try FileManager.default.attributesOfItem(atPath: catalogue.path + "-wal")[.size]
            as? Int != 0
    }

    private static func paths(_ lines: [[String: Any]]) -> [String] {
        lines.compactMap { ($0["asset"] as? [String: Any] ?? $0)["path"] as? String }
    }

    @Test
    func `a feed whose reader stalls lets the log be written back, and goes on to all there is`()
        throws
    {
        let catalogue = try Self.catalogue()
        let path = catalogue.path
        let pipe = StalledPipe { output in
            let follower = try FeedFollower(
                catalogue: path,
                output: output,
                stop: -1,
                options: FeedFollower.Options()
            )
            _ = try follower.run()
        }
        try pipe.waitUntilFull()
        try Self.writeUntilLogIsFree(catalogue)
        let assets = try pipe.read().filter { $0["asset"] != nil }
        let reader = try CatalogueReader(path: path)
        let all = try reader.snapshot { try reader.assetCounts().all }
        #expect(Int64(assets.count) == all && all > Self.count)
        #expect(Set(Self.paths(assets)).count == assets.count)
    }

    @Test
    func `a listing whose reader stalls lets the log be written back, and is as of its beginning`()
        throws
    {
        let catalogue = try Self.catalogue()
        let path = catalogue.path
        let pipe = StalledPipe { output in
            let reader = try CatalogueReader(path: path)
            try reader.snapshot {
                var lines = FeedLines(reader)
                try reader.forEachAsset(AssetQuery()) { record in
                    try lines.assetLine(record)
                    if lines.isFull, !lines.put(to: output) { throw CocoaError(.fileWriteUnknown) }
                }
                _ = lines.put(to: output)
            }
            #expect(output.drain())
        }
        try pipe.waitUntilFull()
        try Self.writeUntilLogIsFree(catalogue)
        let paths = Self.paths(try pipe.read())
        #expect(paths.count == Int(Self.count) && Set(paths).count == paths.count)
    }
}
