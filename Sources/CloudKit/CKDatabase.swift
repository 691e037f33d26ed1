public import Foundation

/// A library as a database, from which its changes can be fetched.
public final class CKDatabase: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because both properties are constant, and queues may be used from anywhere.

    let catalogue: String
    let queue = OperationQueue()

    init(catalogue: String) {
        self.catalogue = catalogue
    }

    /// Runs an operation in the background.
    public func add(_ operation: CKDatabaseOperation) {
        operation.database = operation.database ?? self
        queue.addOperation(operation)
    }

    /// Returns the zones of the database: only one, the library.
    ///
    /// - Throws: ``CKError`` if the catalogue cannot be read.
    public func allRecordZones() async throws -> [CKRecordZone] {
        [CKRecordZone(zoneID: try ZoneReader(self).zone)]
    }

    /// Fetches the zones of the database: only one, the library.
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

    /// A record that changed, or the error that prevented reading it.
    public typealias ModificationResult = Result<RecordZoneChange.Modification, any Error>

    /// A change of a record.
    public enum RecordZoneChange {
        /// A new or changed record.
        public struct Modification: Sendable {
            /// The record, with the fields that were fetched.
            public let record: CKRecord
        }

        /// A deleted record.
        public struct Deletion: Sendable {
            /// The identifier of the record.
            public let recordID: CKRecord.ID
            /// The kind of object that the record described.
            public let recordType: CKRecord.RecordType
        }
    }

    /// Returns the changes in a zone since a token, with each record once, in its current state.
    ///
    /// - Parameters:
    ///   - zoneID: The library.
    ///   - changeToken: The token from which to continue; nil to fetch everything.
    ///   - desiredKeys: The names of the fields to fetch if they changed; nil for all fields that changed.
    ///   - resultsLimit: The largest number of records and deletions; nil for 1,000.
    /// - Returns: The changed records by identifier, the deletions, the new token, and whether more changes remain.
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
