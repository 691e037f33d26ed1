import CloudKit

// Keeps the records of a library and the token up to which they go in files, and fetches what came since the token.
//
//     cloudkit-client CATALOGUE FILE

/// What is kept: an object of the program's own, with objects of `CloudKit` inside.
final class Cache: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    var records: [CKRecord] = []
    var token: CKServerChangeToken?

    override init() {}

    init?(coder: NSCoder) {
        let classes: [AnyClass] = [NSArray.self, CKRecord.self]
        guard let kept = coder.decodeObject(of: classes, forKey: "records") as? [CKRecord] else {
            return nil
        }
        records = kept
        token = coder.decodeObject(of: CKServerChangeToken.self, forKey: "token")
    }

    func encode(with coder: NSCoder) {
        coder.encode(NSArray(array: records), forKey: "records")
        coder.encode(token, forKey: "token")
    }
}

/// What says of which objects the records are, as programs keep it beside data of their own.
func systemFields(_ record: CKRecord) -> Data {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    record.encodeSystemFields(with: archiver)
    return archiver.encodedData
}

/// The record of which these fields tell.
func record(_ systemFields: Data) throws -> CKRecord? {
    CKRecord(coder: try NSKeyedUnarchiver(forReadingFrom: systemFields))
}

/// Fetches what came since the token, and takes it in.
func update(_ cache: Cache, _ zone: CKRecordZone.ID) -> [CKRecord] {
    // The blocks are called one after another, and all before the queue is done.
    nonisolated(unsafe) var came: [CKRecord] = []
    nonisolated(unsafe) let cache = cache
    let operation = CKFetchRecordChangesOperation(
        recordZoneID: zone,
        previousServerChangeToken: cache.token
    )
    operation.recordChangedBlock = { came.append($0) }
    operation.fetchRecordChangesCompletionBlock = { token, _, _ in cache.token = token }
    OperationQueue().addOperations([operation], waitUntilFinished: true)
    return came
}

let container = CKContainer(catalogueAt: URL(fileURLWithPath: CommandLine.arguments[1]))
CKContainer.setDefault(container)
let file = URL(fileURLWithPath: CommandLine.arguments[2])
let fieldsFile = file.appendingPathExtension("fields")
let zones = try await container.privateCloudDatabase.allRecordZones()
if let data = try? Data(contentsOf: file) {
    let cache = try NSKeyedUnarchiver.unarchivedObject(ofClass: Cache.self, from: data)
    let bare = try record(Data(contentsOf: fieldsFile))
    guard let cache, let first = cache.records.first, let bare else {
        print("not what was kept")
        exit(1)
    }
    let isRight =
        bare.recordID == first.recordID && bare.recordChangeTag == first.recordChangeTag
        && cache.records.allSatisfy { $0["path"] as? String != nil || $0.recordType != "Asset" }
    let came = update(cache, zones[0].zoneID).filter { $0.recordType == "Asset" }
    let kept = cache.records.filter { $0.recordType == "Asset" }
    print(isRight ? "kept \(kept.count), came \(came.count)" : "other records")
} else {
    let cache = Cache()
    cache.records = update(cache, zones[0].zoneID)
    try systemFields(cache.records[0]).write(to: fieldsFile)
    try NSKeyedArchiver.archivedData(withRootObject: cache, requiringSecureCoding: true)
        .write(to: file)
    print("new")
}
