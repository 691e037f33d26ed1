import CloudKit
import Foundation

// Keeps a copy of a library's records in a file, with CKFetchRecordChangesOperation.
//
//     cache CATALOGUE FILE [--limit N]
//
// Each run brings FILE up to date and ends; `cat FILE` shows it, one JSON object a line. It may be killed at any time:
// the next run goes on from the last batch that was written whole.

/// The file: what changed, line by line, and after each batch its token.
///
/// What comes after the last token was cut short and does not count.
final class Cache {
    private(set) var records: [String: [String: String]] = [:]
    private(set) var token: CKServerChangeToken?
    private let url: URL
    private var file: FileHandle

    init(_ url: URL) throws {
        self.url = url
        if !FileManager.default.fileExists(atPath: url.path) { try Data().write(to: url) }
        file = try FileHandle(forUpdating: url)
        let whole = try read(Data(contentsOf: url))
        try file.truncate(atOffset: UInt64(whole))
        try file.seekToEnd()
    }

    /// Takes the lines in up to the last token; the answer is where they end.
    private func read(_ data: Data) throws -> Int {
        var (whole, position) = (0, 0)
        var waiting: [[String: Any]] = []
        for line in data.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
            position += line.count + 1
            guard let change = try? JSONSerialization.jsonObject(with: line) as? [String: Any]
            else { break }
            waiting.append(change)
            guard let text = change["token"] as? String, let data = Data(base64Encoded: text)
            else { continue }
            for change in waiting { take(change) }
            token = try NSKeyedUnarchiver.unarchivedObject(
                ofClass: CKServerChangeToken.self,
                from: data
            )
            (waiting, whole) = ([], position)
        }
        return whole
    }

    private func take(_ change: [String: Any]) {
        guard let name = change["record"] as? String else { return }
        guard let fields = change["fields"] as? [String: Any] else {
            records[name] = nil
            return
        }
        // Records come with the fields that changed; null is said of those without a value now.
        for (key, value) in fields { records[name, default: [:]][key] = value as? String }
    }

    /// Adds a batch.
    func add(_ changes: [[String: Any]], _ token: CKServerChangeToken) throws {
        let archived = try NSKeyedArchiver.archivedData(
            withRootObject: token,
            requiringSecureCoding: true
        )
        let lines = changes + [["token": archived.base64EncodedString()]]
        var data = Data()
        for line in lines {
            data += try JSONSerialization.data(withJSONObject: line, options: .sortedKeys) + [0x0A]
        }
        try file.write(contentsOf: data)
        try file.synchronize()
        for change in changes { take(change) }
        self.token = token
    }

    /// Begins anew: the library does not remember what the cache knows.
    func empty() throws {
        try file.truncate(atOffset: 0)
        try file.seek(toOffset: 0)
        (records, token) = ([:], nil)
    }

    /// Writes every record once, when much of the file is about what is no more.
    func compact() throws {
        guard let token, try file.offset() > 1 << 20 else { return }
        let fresh = url.appendingPathExtension("new")
        try Data().write(to: fresh)
        let old = file
        file = try FileHandle(forUpdating: fresh)
        let all = records.map { ["record": $0.key, "fields": $0.value] as [String: Any] }
        try add(all, token)
        _ = try FileManager.default.replaceItemAt(url, withItemAt: fresh)
        try old.close()
    }
}

/// A record as a line: the fields that were fetched, as text.
func line(_ record: CKRecord) -> [String: Any] {
    var fields: [String: Any] = [:]
    for key in record.fetchedKeys { fields[key] = record[key].map(text) ?? NSNull() }
    fields["type"] = record.recordType
    return ["record": record.recordID.recordName, "fields": fields]
}

func text(_ value: any CKRecordValue) -> String {
    switch value {
    case let reference as CKRecord.Reference: reference.recordID.recordName
    case let asset as CKAsset: asset.fileURL?.path ?? ""
    case let list as NSArray:
        list.compactMap { ($0 as? any CKRecordValue).map(text) }.joined(separator: ", ")
    case let date as Date: ISO8601DateFormatter().string(from: date)
    default: "\(value)"
    }
}

/// Fetches a batch and adds it; false when there is no more.
func update(_ cache: Cache, _ zone: CKRecordZone.ID, _ limit: Int) throws -> Bool {
    let operation = CKFetchRecordChangesOperation(
        recordZoneID: zone,
        previousServerChangeToken: cache.token
    )
    operation.resultsLimit = limit
    // The blocks are called one after another, and all before the queue is done.
    nonisolated(unsafe) var changes: [[String: Any]] = []
    operation.recordChangedBlock = { changes.append(line($0)) }
    operation.recordWithIDWasDeletedBlock = { changes.append(["record": $0.recordName]) }
    nonisolated(unsafe) var outcome: Result<CKServerChangeToken, any Error>?
    operation.fetchRecordChangesCompletionBlock = { token, _, error in
        outcome = token.map { .success($0) }
        if let error { outcome = .failure(error) }
    }
    let queue = OperationQueue()
    queue.addOperations([operation], waitUntilFinished: true)
    do {
        if let token = try outcome?.get() { try cache.add(changes, token) }
        return operation.moreComing
    } catch let error as CKError where error.code == .changeTokenExpired {
        try cache.empty()
        return true
    }
}

let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
    print("cache CATALOGUE FILE [--limit N]")
    exit(64)
}
let container = CKContainer(catalogueAt: URL(fileURLWithPath: arguments[1]))
CKContainer.setDefault(container)
let limit = arguments.count == 5 && arguments[3] == "--limit" ? Int(arguments[4]) ?? 0 : 0
do {
    let cache = try Cache(URL(fileURLWithPath: arguments[2]))
    for zone in try await container.privateCloudDatabase.allRecordZones() {
        while try update(cache, zone.zoneID, limit) {}
    }
    try cache.compact()
    print("\(cache.records.count) records")
} catch {
    print("\(error.localizedDescription)")
    exit(1)
}
