import Foundation
import PhotoModel
import TestSupport
import Testing

@testable import Catalogue

/// What a damaged write-ahead log costs.
struct DamagedLogTests {
    private let file: [UInt8]
    private let log: [UInt8]
    private let transactions = 60

    init() throws {
        let catalogue = try ClosedCatalogue()
        try catalogue.add(40)
        let writer = try CatalogueWriter(path: catalogue.path)
        for number in 0..<transactions {
            try writer.write {
                _ = try writer.addUserCollection("Album \(number)", isFolder: false)
            }
            try writer.commit()
        }
        // As a machine leaves them that goes off now.
        file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: catalogue.path)))
        log = [UInt8](try Data(contentsOf: URL(fileURLWithPath: catalogue.path + "-wal")))
        withExtendedLifetime(writer) {}
    }

    private func struck(_ log: [UInt8]) throws -> ClosedCatalogue {
        let catalogue = try ClosedCatalogue.of(file)
        try Data(log).write(to: URL(fileURLWithPath: catalogue.path + "-wal"))
        return catalogue
    }

    private func titles(_ path: String) throws -> Set<String> {
        Set(RawRows(path).rows("SELECT id, title FROM userCollection").values)
    }

    @Test func `a whole log is read as ever`() throws {
        let catalogue = try struck(log)
        #expect(try CatalogueReader(path: catalogue.path).snapshot { true })
        #expect(try titles(catalogue.path).count == transactions)
    }

    @Test func `what was committed after damage in the log is kept`() throws {
        let frames = Array(
            stride(from: LogChain.headerSize, to: log.count, by: LogChain.frameSize)
        )
        let seed = Effort.seed
        var generator = SplitMix(state: seed)
        // The same pages are written again by later transactions.
        let early = frames.prefix(frames.count / 2)
        for frame in early.shuffled(using: &generator).prefix(4) {
            var bytes = log
            let place = frame + Int.random(in: 0..<LogChain.frameSize, using: &generator)
            bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            let catalogue = try struck(bytes)
            for open in [
                { _ = try CatalogueReader(path: catalogue.path) },
                { _ = try CatalogueWriter(path: catalogue.path) },
            ] {
                let error = #expect(throws: CatalogueError.self) { try open() }
                #expect(error?.code == .damaged, "byte \(place), seed \(seed)")
            }
            let report = try CatalogueRescue(catalogue.path).run()
            let kept = URL(fileURLWithPath: report.kept + "-wal")
            #expect(try Data(contentsOf: kept) == Data(bytes))
            #expect(report.files.saved == 40, "byte \(place), seed \(seed)")
            #expect(try titles(catalogue.path).count == transactions, "byte \(place), seed \(seed)")
        }
    }

    @Test func `a wrong number of a page makes no database larger than it can be`() throws {
        for bit in Effort.part(8, of: Array(0..<32)) {
            var bytes = log
            bytes[LogChain.headerSize + 5 * LogChain.frameSize + bit / 8] ^= 1 << UInt8(bit % 8)
            let catalogue = try struck(bytes)
            let pages = catalogue.path + "-pages"
            let descriptor = open(pages, O_RDWR | O_CREAT | O_EXCL, 0o600)
            defer { close(descriptor) }
            LogPages(of: catalogue.path).write(to: descriptor)
            var made = stat()
            #expect(unsafe fstat(descriptor, &made) == 0 && made.st_size > 0)
            #expect(made.st_size <= file.count + log.count, "bit \(bit)")
        }
    }

    @Test func `a reader beside an indexer does not look at its log`() throws {
        let catalogue = try ClosedCatalogue()
        let writer = try CatalogueWriter(path: catalogue.path, as: .indexer)
        try writer.write { _ = try writer.addUserCollection("Album", isFolder: false) }
        try writer.commit()
        #expect(try CatalogueReader(path: catalogue.path).snapshot { true })
        withExtendedLifetime(writer) {}
    }
}
