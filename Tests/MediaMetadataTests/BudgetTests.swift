import Foundation
import MediaMetadata
import TestSupport
import Testing

/// Real files, kept beside the project.
private let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../shared/corpus").standardizedFileURL

struct BudgetTests {
    @Test(.enabled(if: FileManager.default.fileExists(atPath: corpus.path)))
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
                if spent * 50 > limit { print("\(path) takes \(spent) \(kind) of \(limit)") }
            }
        }
    }
}
