import Catalogue
import CloudKit
import Foundation
import PhotoModel
import TestSupport
import Testing

/// A zone of 500 photos and the albums of every library, fetched a few records at a time.
struct PagedZoneTests {
    /// How a library came to be: each makes other rows of history.
    enum Past: CaseIterable, Sendable {
        case atOnce, oneByOne, pruned
    }

    private static func makeLibrary(in folder: URL, _ past: Past) throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("c.sqlite")
        let writer = try CatalogueWriter(path: file.path)
        let root = try writer.write { try writer.addRoot(Array("/photos".utf8)).directory }
        for number in 0..<500 {
            try writer.write { try writer.insert(photo(number, in: root)) }
            if past != .atOnce { try writer.commit() }
        }
        try writer.commit()
        try writer.endBulk()
        if past == .pruned { try writer.transaction { try writer.prune(before: .max) } }
        return file.path
    }

    private static func photo(_ number: Int, in root: Int64) -> AssetRecord {
        var record = AssetRecord()
        (record.mediaType, record.uti, record.directory) = (.image, "public.jpeg", root)
        record.file.directory = root
        record.file.name = Array("\(number).jpg".utf8)
        record.creationDate.microseconds = Int64(number / 4) * 86_400_000_000
        record.file.identity.inode = Int64(number)
        return record
    }

    /// The records a client holds that fetches `size` at a time from a position on.
    private static func fetch(
        _ size: Int,
        _ catalogue: String,
        _ held: Set<String> = [],
        since token: CKServerChangeToken? = nil,
        _ batches: (CKServerChangeToken, Set<String>) -> Void = { _, _ in }
    ) throws -> Set<String> {
        nonisolated(unsafe) var (held, token, isMoreComing) = (held, token, true)
        let container = CKContainer(identifier: catalogue)
        let reader = try CatalogueReader(path: catalogue)
        let zone = CKRecordZone.ID(zoneName: reader.library.description)
        while isMoreComing {
            let operation = CKFetchRecordChangesOperation(
                recordZoneID: zone,
                previousServerChangeToken: token
            )
            operation.resultsLimit = size
            operation.database = container.privateCloudDatabase
            operation.recordChangedBlock = { held.insert($0.recordID.recordName) }
            operation.recordWithIDWasDeletedBlock = { held.remove($0.recordName) }
            operation.fetchRecordChangesCompletionBlock = { next, _, error in
                if let error { Issue.record(error) }
                token = next
            }
            operation.start()
            isMoreComing = operation.moreComing
            if let token { batches(token, held) }
        }
        return held
    }

    @Test(arguments: Effort.part(1, of: Past.allCases))
    func `batches of any size, begun again after any of them, come to all there is`(
        _ past: Past
    ) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("zone-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let catalogue = try Self.makeLibrary(in: folder, past)
        let reader = try CatalogueReader(path: catalogue)
        var expected: Set<String> = []
        try reader.snapshot {
            for album in try reader.collections() {
                expected.insert(album.kind.localIdentifier(album.uuid))
            }
            try reader.forEachAsset(AssetQuery()) {
                expected.insert(ObjectKind.asset.localIdentifier($0.uuid))
            }
        }
        #expect(expected.count > 640)
        #expect(try Self.fetch(10, catalogue) == expected)
        var positions: [(CKServerChangeToken, Set<String>)] = []
        _ = try Self.fetch(1, catalogue) { positions.append(($0, $1)) }
        for (number, (token, held)) in positions.enumerated() {
            guard number < 10 || number % 200 == 0 else { continue }
            let found = try Self.fetch(1_000, catalogue, held, since: token)
            #expect(found == expected, "begun again after \(number + 1)")
        }
    }
}
