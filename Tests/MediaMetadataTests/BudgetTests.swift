import Foundation
import MediaMetadata
import TestSupport
import Testing

/// Real files, kept beside the project.
private let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../shared/corpus").standardizedFileURL

struct BudgetTests {
    @Test(.enabled(if: FileManager.default.fileExists(atPath: corpus.path), "needs real files"))
    func `the most costly real file takes less than a tenth of what a file may`() throws {
        let reader = MetadataReader()
        let found = FileManager.default.enumerator(atPath: corpus.path)
        for case let path as String in try #require(found) {
            let handle = try FileHandle(forReadingFrom: corpus.appendingPathComponent(path))
            defer { try? handle.close() }
            let name = URL(fileURLWithPath: path).lastPathComponent
            _ = reader.read(handle.fileDescriptor, name: Array(name.utf8))
            #expect(reader.cost.exceeded == nil, "\(path)")
            for kind in ReadingBudget.Kind.allCases {
                let (spent, limit) = (reader.cost.spent(kind), ReadingBudget.limit(kind))
                #expect(spent * 10 <= limit, "\(path) takes \(spent) \(kind) of \(limit)")
            }
        }
    }

    /// A picture with a packet, and so many extents of no size before it.
    private static func picture(extents: Int) -> [UInt8] {
        func locations(_ sizes: UInt8, _ items: [[UInt8]]) -> [UInt8] {
            let head: [UInt8] = [0, 0, 0, 0, sizes, 0]
            return Sample.box("iloc", head + Sample.bigEndian(items.count, 2) + items.joined())
        }
        let packet = Array("<a/>".utf8)
        let empty = stride(from: 0, to: extents, by: 65_535).map { start in
            [0, 9, 0, 0] + Sample.bigEndian(min(65_535, extents - start), 2)
        }
        let item = Sample.box("infe", [2, 0, 0, 0, 0, 2, 0, 0] + Array("mime".utf8))
        let size = Sample.box("ispe", [0, 0, 0, 0, 0, 0, 0, 40, 0, 0, 0, 30])
        let use = Sample.box("ipma", [0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 1])
        let place = [0, 2, 0, 0, 0, 1] + Sample.bigEndian(28, 4) + Sample.bigEndian(4, 4)
        return Sample.box("ftyp", Array("heic".utf8) + [0, 0, 0, 0])
            + Sample.box("free", [0, 0, 0, 0] + packet)
            + Sample.box(
                "meta",
                [0, 0, 0, 0] + Sample.box("iinf", [0, 0, 0, 0, 0, 1] + item)
                    + locations(0, empty) + locations(0x44, [place])
                    + Sample.box("iprp", Sample.box("ipco", size) + use)
            )
    }

    @Test
    func `a budget that ends at the first element of a packet ends nothing else`() throws {
        let known = try Sample.cost(Self.picture(extents: 1))
        #expect(known.exceeded == nil)
        let left = ReadingBudget.limit(.steps) - known.spent(.steps)
        // A file has an item more for each 65,535 extents.
        let extents = left - left / 65_535
        for short in -8...8 {
            let cost = try Sample.cost(Self.picture(extents: extents + short))
            if short == -8 { #expect(cost.exceeded == nil) }
            if short == 8 { #expect(cost.exceeded == .steps) }
        }
    }
}

extension Sample {
    fileprivate static func cost(_ bytes: [UInt8]) throws -> ReadingBudget {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(bytes).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let handle = try FileHandle(forReadingFrom: url)
        defer { try? handle.close() }
        let reader = MetadataReader()
        _ = reader.read(handle.fileDescriptor, name: Array("a.heic".utf8))
        return reader.cost
    }
}
