import Foundation
import GRDB
import TestSupport
import Testing

@testable import Catalogue

/// What shows that a write-ahead log is damaged, and what a power cut leaves too.
struct LogChainTests {
    private let log: [UInt8]
    private let seed: UInt64

    init() throws {
        seed = Effort.seed
        log = try Self.log(of: 20, seed)
    }

    /// The log of a database after some transactions, of which some were rolled back after they had written.
    private static func log(of transactions: Int, _ seed: UInt64) throws -> [UInt8] {
        let directory = FileManager.default.temporaryDirectory.appending(path: "log-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let path = directory.appending(path: "d.sqlite").path
        let queue = try DatabaseQueue(path: path)
        var generator = SplitMix(state: seed)
        try queue.inDatabase { database in
            try database.execute(
                sql: """
                    PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = 4;
                    CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)
                    """
            )
            for number in 0..<transactions {
                let rows = Int.random(in: 1...200, using: &generator)
                try database.inTransaction {
                    for _ in 0..<rows {
                        try database.execute(
                            sql: "INSERT INTO t (text) VALUES (printf('%*c', 300, 'x'))"
                        )
                    }
                    return number % 4 == 2 ? .rollback : .commit
                }
            }
        }
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + "-wal")))
    }

    private func endOfDamaged(_ bytes: [UInt8]) throws -> Int? {
        let path = FileManager.default.temporaryDirectory.appending(path: "chain-\(UUID())")
        defer { try? FileManager.default.removeItem(at: path) }
        try Data(bytes).write(to: path)
        let file = open(path.path, O_RDONLY)
        defer { close(file) }
        return LogChain(file).endOfDamaged
    }

    private var frames: [Int] {
        Array(stride(from: LogChain.headerSize, to: log.count, by: LogChain.frameSize))
    }

    /// Where the frames of transactions begin that were committed.
    private func commits() -> [Int] { frames.filter { log.number(at: $0 + 4) != 0 } }

    @Test func `a sound log, and one that ends anywhere, proves nothing`() throws {
        #expect(try endOfDamaged([]) == nil)
        #expect(try endOfDamaged(log) == nil)
        var generator = SplitMix(state: seed)
        for _ in 0..<20 {
            let end = Int.random(in: 0..<log.count, using: &generator)
            #expect(try endOfDamaged(Array(log[..<end])) == nil, "\(end), seed \(seed)")
        }
    }

    @Test func `what a power cut leaves of the last transaction proves nothing`() throws {
        let commits = commits()
        var generator = SplitMix(state: seed)
        for _ in 0..<30 {
            let last = Int.random(in: 1..<commits.count, using: &generator)
            var bytes = Array(log[..<(commits[last] + LogChain.frameSize)])
            // Sectors of it that were not written.
            let begin = commits[last - 1] + LogChain.frameSize
            for sector in stride(from: (begin + 511) & ~511, to: bytes.count - 511, by: 512)
            where Bool.random(using: &generator) {
                bytes.replaceSubrange(
                    sector..<sector + 512,
                    with: repeatElement(0, count: 512)
                )
            }
            #expect(try endOfDamaged(bytes) == nil, "transaction \(last), seed \(seed)")
        }
    }

    @Test func `a wrong bit before the last transaction is found, wherever it is`() throws {
        let commits = commits()
        let (first, end) = (commits[commits.count - 2], commits[commits.count - 1])
        var generator = SplitMix(state: seed)
        let places =
            (0..<LogChain.headerSize)
            + (0..<100).map { _ in
                Int.random(in: LogChain.headerSize..<first + LogChain.frameSize, using: &generator)
            }
        for place in places {
            var bytes = log
            bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            let found = try endOfDamaged(bytes)
            #expect(found == end + LogChain.frameSize, "byte \(place), seed \(seed)")
        }
    }
}
