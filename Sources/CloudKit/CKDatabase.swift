public import Foundation

/// What a library tells of itself.
public final class CKDatabase: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because both properties are constant, and queues may be used from anywhere.

    let catalogue: String
    let queue = OperationQueue()

    init(catalogue: String) {
        self.catalogue = catalogue
    }

    /// Has an operation carried out in the background.
    public func add(_ operation: CKDatabaseOperation) {
        operation.database = operation.database ?? self
        queue.addOperation(operation)
    }

    /// The zones there are: one, the library.
    ///
    /// - Throws: ``CKError`` when the catalogue cannot be read.
    public func allRecordZones() async throws -> [CKRecordZone] {
        [CKRecordZone(zoneID: try ZoneReader(self).zone)]
    }

    /// The zones there are: one, the library.
    @preconcurrency
    public func fetchAllRecordZones(
        completionHandler: @escaping @Sendable ([CKRecordZone]?, (any Error)?) -> Void
    ) {
        queue.addOperation { [self] in
            do {
                completionHandler([CKRecordZone(zoneID: try ZoneReader(self).zone)], nil)
            } catch {
                completionHandler(nil, error)
            }
        }
    }

    /// A record that changed, or why it is not known.
    public typealias ModificationResult = Result<RecordZoneChange.Modification, any Error>

    /// What became of a record.
    public enum RecordZoneChange {
        /// A record that is new or changed.
        public struct Modification: Sendable {
            /// The record, with the fields that were fetched.
            public let record: CKRecord
        }

        /// A record that is gone.
        public struct Deletion: Sendable {
            /// The record's name.
            public let recordID: CKRecord.ID
            /// What kind of object it was of.
            public let recordType: CKRecord.RecordType
        }
    }

    /// What changed in a zone since a token, each record once, as it is now.
    ///
    /// - Parameters:
    ///   - zoneID: The library.
    ///   - changeToken: What is known already; nil for nothing.
    ///   - desiredKeys: The names of fields that are wanted of those that changed; nil for all of these.
    ///   - resultsLimit: How many records at the most; nil for 1,000.
    /// - Returns: The records by name, what is gone, the token to go on from, and whether there is more.
    /// - Throws: ``CKError``.
    public func recordZoneChanges(
        inZoneWith zoneID: CKRecordZone.ID,
        since changeToken: CKServerChangeToken?,
        desiredKeys: [CKRecord.FieldKey]? = nil,
        resultsLimit: Int? = nil
    ) async throws -> (
        modificationResultsByID: [CKRecord.ID: ModificationResult],
        deletions: [RecordZoneChange.Deletion],
        changeToken: CKServerChangeToken,
        moreComing: Bool
    ) {
        var request = ZoneRequest(zone: zoneID, since: changeToken)
        (request.desiredKeys, request.limit) = (desiredKeys, resultsLimit ?? 0)
        let batch = try ZoneReader(self).batch(request)
        var modified: [CKRecord.ID: ModificationResult] = [:]
        var deletions: [RecordZoneChange.Deletion] = []
        for change in batch.changes {
            switch change.kind {
            case .changed(let record):
                modified[record.recordID] = .success(RecordZoneChange.Modification(record: record))
            case .deleted(let id, let type):
                deletions.append(RecordZoneChange.Deletion(recordID: id, recordType: type))
            }
        }
        return (modified, deletions, batch.token, batch.moreComing)
    }
}
