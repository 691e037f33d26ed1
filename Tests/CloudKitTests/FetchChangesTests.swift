import Catalogue
import CloudKit
import CoreLocation
import Foundation
import PhotoModel
import Testing

/// A library of its own for one test.
private final class Library {
    let folder: URL
    let writer: CatalogueWriter
    let container: CKContainer
    let directory: Int64
    var ids: [Int64] = []

    init(assets: Int = 0) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("cloud-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("c.sqlite")
        writer = try CatalogueWriter(path: file.path)
        container = CKContainer(catalogueAt: file)
        let writer = writer
        directory = try writer.write { try writer.addRoot(Array("/photos".utf8)).directory }
        try writer.endBulk()
        for _ in 0..<assets { try add() }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    var zone: CKRecordZone.ID { CKRecordZone.ID(zoneName: writer.library.description) }

    func add() throws {
        var record = AssetRecord()
        (record.mediaType, record.uti, record.directory) = (.image, "public.jpeg", directory)
        record.file.directory = directory
        record.file.name = Array("\(ids.count).jpg".utf8)
        record.creationDate.microseconds = Int64(ids.count) * 86_400_000_000
        (record.latitude, record.longitude) = (48, 11)
        record.file.identity.inode = Int64(ids.count)
        try writer.write { try writer.insert(record) }
        ids.append(try writer.write { writer.sequence })
        try writer.commit()
    }

    func change(_ body: (CatalogueWriter) throws -> Void) throws {
        try writer.transaction { try body(writer) }
    }

    /// What an operation told, in the order of its blocks.
    func run(_ operation: CKFetchRecordChangesOperation) -> [String] {
        nonisolated(unsafe) var told: [String] = []
        operation.recordChangedBlock = { record in
            guard record.recordType == "Asset" else { return }
            told.append("\(record.recordType) \(record.allKeys().joined(separator: ","))")
        }
        operation.recordWithIDWasDeletedBlock = {
            told.append("deleted \($0.recordName.suffix(7))")
        }
        operation.fetchRecordChangesCompletionBlock = { token, client, error in
            let code: CKError.Code? = (error as? CKError)?.code
            told.append("end \(token != nil) \(client != nil) \(code.map { "\($0)" } ?? "-")")
        }
        let done = DispatchSemaphore(value: 0)
        operation.completionBlock = { done.signal() }
        container.privateCloudDatabase.add(operation)
        #expect(done.wait(timeout: .now() + 1_200) == .success)
        return told
    }

    func token() throws -> CKServerChangeToken {
        nonisolated(unsafe) var found: CKServerChangeToken?
        let operation = CKFetchRecordChangesOperation(
            recordZoneID: zone,
            previousServerChangeToken: nil
        )
        operation.resultsLimit = .max
        operation.fetchRecordChangesCompletionBlock = { token, _, _ in found = token }
        operation.database = container.privateCloudDatabase
        operation.start()
        return try #require(found)
    }
}

@Suite struct FetchChangesTests {
    @Test
    func `records come with all fields when they are new, and with those that changed after`()
        throws
    {
        let library = try Library(assets: 1)
        let first = CKFetchRecordChangesOperation(
            recordZoneID: library.zone,
            previousServerChangeToken: nil
        )
        let told = library.run(first)
        #expect(told.count == 2 && told.last == "end true false -")
        #expect(
            told[0].contains("creationDate,") && told[0].contains("location") && !first.moreComing
        )

        let token = try library.token()
        try library.change { writer in
            _ = try writer.edit(library.ids[0]) { $0.isFavorite = true }
        }
        let second = CKFetchRecordChangesOperation(
            recordZoneID: library.zone,
            previousServerChangeToken: token
        )
        #expect(library.run(second) == ["Asset favorite,modificationDate", "end true true -"])

        for (keys, expected) in [
            (["path", "favorite", "title"], "Asset favorite"), (["path", "uti"], "Asset "),
            ([], "Asset "),
        ] {
            let wanted = CKFetchRecordChangesOperation(
                recordZoneID: library.zone,
                previousServerChangeToken: token
            )
            wanted.desiredKeys = keys
            #expect(library.run(wanted) == [expected, "end true true -"])
        }

        let now = try library.token()
        try library.change { writer in
            try writer.remove(try #require(try writer.asset(library.ids[0])))
        }
        let third = CKFetchRecordChangesOperation(
            recordZoneID: library.zone,
            previousServerChangeToken: now
        )
        let gone = library.run(third)
        #expect(gone.contains("deleted /L0/001") && gone.contains("deleted /L0/040"))
        let fourth = CKFetchRecordChangesOperation(
            recordZoneID: library.zone,
            previousServerChangeToken: try library.token()
        )
        #expect(library.run(fourth) == ["end true true -"])
    }

    @Test
    func `a field that lost its value is among the fetched ones`() throws {
        let library = try Library(assets: 1)
        let begun = Date(timeIntervalSinceNow: -1)
        let token = try library.token()
        try library.change { writer in
            _ = try writer.edit(library.ids[0]) { $0.place = .some(nil) }
        }
        let operation = CKFetchRecordChangesOperation(
            recordZoneID: library.zone,
            previousServerChangeToken: token
        )
        nonisolated(unsafe) var found: CKRecord?
        operation.database = library.container.privateCloudDatabase
        operation.recordChangedBlock = { if $0.recordType == "Asset" { found = $0 } }
        operation.start()
        let record = try #require(found)
        #expect(record["location"] == nil as CLLocation?)
        #expect(record.fetchedKeys == ["location", "modificationDate"])
        #expect(record.allKeys() == ["modificationDate"] && record.changedKeys() == [])
        #expect(record["modificationDate"] as? Date ?? .distantPast > begun)
    }

    @Test
    func `limited operations tell everything once, in order, with more coming until the last`()
        throws
    {
        let library = try Library(assets: 9)
        nonisolated(unsafe) var (token, names, count): (CKServerChangeToken?, [String], Int) = (
            nil, [], 0
        )
        while true {
            let operation = CKFetchRecordChangesOperation(
                recordZoneID: library.zone,
                previousServerChangeToken: token
            )
            operation.resultsLimit = 4
            operation.database = library.container.privateCloudDatabase
            nonisolated(unsafe) var told = 0
            operation.recordChangedBlock = { record in
                told += 1
                if record.recordType == "Asset" { names.append(record["path"] as? String ?? "") }
            }
            nonisolated(unsafe) var moreAtEnd: Bool?
            operation.fetchRecordChangesCompletionBlock = { [unowned operation] next, _, _ in
                (token, moreAtEnd) = (next, operation.moreComing)
            }
            operation.start()
            count += 1
            #expect(told <= 4 && moreAtEnd == operation.moreComing)
            // Tokens survive an archive.
            let data = try NSKeyedArchiver.archivedData(
                withRootObject: try #require(token),
                requiringSecureCoding: true
            )
            token = try NSKeyedUnarchiver.unarchivedObject(
                ofClass: CKServerChangeToken.self,
                from: data
            )
            guard operation.moreComing else { break }
        }
        #expect(names == (0..<9).map { "\($0).jpg" } && count > 3)
    }

    @Test
    func `what cannot be answered ends with its error, once`() throws {
        let (library, other) = (try Library(assets: 2), try Library(assets: 1))
        let foreign = CKFetchRecordChangesOperation(
            recordZoneID: library.zone,
            previousServerChangeToken: try other.token()
        )
        #expect(library.run(foreign) == ["end false true changeTokenExpired"])
        let unknown = CKFetchRecordChangesOperation(
            recordZoneID: other.zone,
            previousServerChangeToken: nil
        )
        #expect(library.run(unknown) == ["end false false zoneNotFound"])
        #expect(
            library.run(CKFetchRecordChangesOperation()) == ["end false false invalidArguments"]
        )
        let old = try library.token()
        try library.change { writer in
            _ = try writer.edit(library.ids[0]) { $0.isFavorite = true }
            try writer.remove(try #require(try writer.asset(library.ids[1])))
        }
        try library.change { try $0.prune(before: $0.now + 1_000_000) }
        let pruned = CKFetchRecordChangesOperation(
            recordZoneID: library.zone,
            previousServerChangeToken: old
        )
        #expect(library.run(pruned) == ["end false true changeTokenExpired"])
        let nowhere = CKContainer(identifier: "/nowhere/c.sqlite").privateCloudDatabase
        let missing = CKFetchRecordChangesOperation(
            recordZoneID: library.zone,
            previousServerChangeToken: nil
        )
        missing.database = nowhere
        #expect(library.run(missing) == ["end false false serviceUnavailable"])
    }

    @Test
    func `a cancelled operation hands back a token for what it told`() throws {
        let library = try Library(assets: 5)
        let early = CKFetchRecordChangesOperation(
            recordZoneID: library.zone,
            previousServerChangeToken: nil
        )
        early.cancel()
        #expect(library.run(early) == ["end false false operationCancelled"])
        let late = CKFetchRecordChangesOperation(
            recordZoneID: library.zone,
            previousServerChangeToken: nil
        )
        late.database = library.container.privateCloudDatabase
        nonisolated(unsafe) var (paths, token): ([String], CKServerChangeToken?) = ([], nil)
        late.recordChangedBlock = { [unowned late] record in
            guard let path = record["path"] as? String, record.recordType == "Asset" else { return }
            paths.append(path)
            if paths.count == 2 { late.cancel() }
        }
        late.fetchRecordChangesCompletionBlock = { found, _, error in
            token = found
            #expect((error as? CKError)?.code == .operationCancelled)
        }
        late.start()
        let rest = CKFetchRecordChangesOperation(
            recordZoneID: library.zone,
            previousServerChangeToken: token
        )
        rest.database = library.container.privateCloudDatabase
        rest.recordChangedBlock = { record in
            if record.recordType == "Asset" { paths.append(record["path"] as? String ?? "") }
        }
        rest.start()
        #expect(paths == (0..<5).map { "\($0).jpg" })
    }

    @Test
    func `several zones are told one after another, batch by batch`() throws {
        let library = try Library(assets: 9)
        let stranger = CKRecordZone.ID(zoneName: "Elsewhere")
        let wanted = CKFetchRecordZoneChangesOperation.ZoneConfiguration(
            resultsLimit: 10,
            desiredKeys: ["path"]
        )
        let operation = CKFetchRecordZoneChangesOperation(
            recordZoneIDs: [stranger, library.zone],
            configurationsByRecordZoneID: [library.zone: wanted]
        )
        operation.database = library.container.privateCloudDatabase
        nonisolated(unsafe) var told: [String] = []
        nonisolated(unsafe) var records = 0
        operation.recordWasChangedBlock = { _, result in
            records += (try? result.get()) == nil ? 0 : 1
        }
        operation.recordZoneChangeTokensUpdatedBlock = { _, token, _ in
            told.append("token \(token != nil) \(records)")
        }
        operation.recordZoneFetchResultBlock = { zone, result in
            switch result {
            case .success(let end): told.append("zone \(end.moreComing)")
            case .failure(let error):
                told.append("\(zone.zoneName) \((error as? CKError)?.code == .zoneNotFound)")
            }
        }
        operation.fetchRecordZoneChangesResultBlock = { result in
            guard case .failure(let error) = result, let error = error as? CKError else {
                return told.append("success")
            }
            let code: CKError.Code = error.code
            told.append("\(code) \(error.partialErrorsByItemID?.count ?? 0)")
        }
        operation.start()
        let all = records
        #expect(told.first == "Elsewhere true" && told.last == "partialFailure 1")
        #expect(told.dropLast().last == "zone false" && all > 30)
        let batches = told.filter { $0.hasPrefix("token") }
        #expect(batches == (1...batches.count).map { "token true \($0 * 10)" })
        #expect(all > batches.count * 10)
    }

    @Test
    func `a single batch says that more is coming`() async throws {
        let library = try Library(assets: 9)
        let operation = CKFetchRecordZoneChangesOperation(recordZoneIDs: [library.zone])
        operation.fetchAllChanges = false
        operation.configurationsByRecordZoneID = [
            library.zone: CKFetchRecordZoneChangesOperation.ZoneConfiguration(resultsLimit: 5)
        ]
        operation.database = library.container.privateCloudDatabase
        nonisolated(unsafe) var told: [Bool] = []
        operation.recordZoneChangeTokensUpdatedBlock = { _, _, _ in Issue.record("a single batch") }
        operation.recordZoneFetchCompletionBlock = { _, _, _, more, _ in told.append(more) }
        operation.fetchRecordZoneChangesCompletionBlock = { #expect($0 == nil) }
        operation.start()
        #expect(told == [true])
        let zones = try await library.container.privateCloudDatabase.allRecordZones()
        #expect(zones.map(\.zoneID) == [library.zone] && zones[0].capabilities == .fetchChanges)
        let changes = try await library.container.privateCloudDatabase.recordZoneChanges(
            inZoneWith: library.zone,
            since: nil,
            resultsLimit: 3
        )
        #expect(changes.modificationResultsByID.count == 3 && changes.moreComing)
    }
}

@Suite struct RecordTests {
    @Test
    func `values are asked for as Swift's own types`() throws {
        let record = CKRecord(recordType: "Note")
        record["title"] = "x"
        record["count"] = 3
        record["flag"] = true
        record["list"] = ["a", "b"]
        record["day"] = Date(timeIntervalSince1970: 5)
        #expect(record["title"] as? String == "x" && record["count"] as? Int == 3)
        #expect(record["count"] as? Int64 == 3 && record["count"] as? Double == 3)
        #expect(record["flag"] as? Bool == true && record["list"] as? [String] == ["a", "b"])
        let title: String? = record["title"]
        let day: Date? = record["day"]
        #expect(title == "x" && day == Date(timeIntervalSince1970: 5))
        record["title"] = nil as String?
        #expect(record.allKeys() == ["count", "day", "flag", "list"])
        #expect(record.changedKeys() == ["count", "day", "flag", "list", "title"])
        #expect(Array(record).map(\.0) == record.allKeys())
        let copy = try #require(record.copy() as? CKRecord)
        copy["count"] = 4
        #expect(record["count"] as? Int == 3 && copy.recordID == record.recordID)
    }
}
