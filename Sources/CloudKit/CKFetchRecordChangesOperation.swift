public import Foundation

/// Fetches the changes in a zone since a token: each record once, in its current state.
///
/// Records have only the fields that changed, or all fields if they are new. Records and deletions are reported in the
/// order of their last changes, then ``fetchRecordChangesCompletionBlock`` is called once.
open class CKFetchRecordChangesOperation: CKDatabaseOperation, @unchecked Sendable {
    // `@unchecked Sendable` is true for the same reason as for ``CKOperation``.

    /// The zone to fetch from; it has to be set.
    open var recordZoneID: CKRecordZone.ID?

    /// The token from which to continue; nil to fetch everything.
    open var previousServerChangeToken: CKServerChangeToken?

    /// The names of the fields to fetch if they changed, for records of all types.
    ///
    /// They come with their current values. Nil fetches all fields that changed, an empty list none.
    open var desiredKeys: [String]?

    /// The largest number of records and deletions to fetch; 0 for the default, 1,000.
    open var resultsLimit = 0

    /// Called with each new or changed record.
    @preconcurrency open var recordChangedBlock: (@Sendable (CKRecord) -> Void)?

    /// Called with the identifier of each deleted record.
    @preconcurrency open var recordWithIDWasDeletedBlock: (@Sendable (CKRecord.ID) -> Void)?

    /// Called at the end with the new token, the data of the token that the operation started from, and any error.
    ///
    /// A token that comes with an error is valid too: it is the position after the last change that was reported.
    @preconcurrency open var fetchRecordChangesCompletionBlock:
        (@Sendable (CKServerChangeToken?, Data?, (any Error)?) -> Void)?

    /// Whether another operation with the new token has more to fetch; set before the completion block is called.
    public private(set) var moreComing = false

    public override init() {}

    /// Creates an operation that fetches the changes of a zone since a token.
    public convenience init(
        recordZoneID: CKRecordZone.ID,
        previousServerChangeToken: CKServerChangeToken?
    ) {
        self.init()
        self.recordZoneID = recordZoneID
        self.previousServerChangeToken = previousServerChangeToken
    }

    override func perform() {
        do {
            guard let recordZoneID else {
                throw ZoneReader.error(.invalidArguments, "the operation names no zone")
            }
            var request = ZoneRequest(zone: recordZoneID, since: previousServerChangeToken)
            (request.desiredKeys, request.limit) = (desiredKeys, resultsLimit)
            deliver(try ZoneReader(chosenDatabase).batch(request))
        } catch let error as CKError {
            finish(with: error)
        } catch {
            finish(with: CKError(.internalError))
        }
    }

    private func deliver(_ batch: ZoneBatch) {
        var told = previousServerChangeToken
        for change in batch.changes {
            guard !isCancelled else { return complete(told, CKError(.operationCancelled)) }
            switch change.kind {
            case .changed(let record): recordChangedBlock?(record)
            case .deleted(let id, _): recordWithIDWasDeletedBlock?(id)
            }
            told = change.token
        }
        guard !isCancelled else { return complete(told, CKError(.operationCancelled)) }
        moreComing = batch.moreComing
        complete(batch.token, nil)
    }

    private func complete(_ token: CKServerChangeToken?, _ error: CKError?) {
        fetchRecordChangesCompletionBlock?(token, previousServerChangeToken?.data, error)
    }

    override func finish(with error: CKError) { complete(nil, error) }
}
