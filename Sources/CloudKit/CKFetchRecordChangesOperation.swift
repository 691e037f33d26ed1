public import Foundation

/// Fetches what changed in a zone since a token: each record once, as it is now.
///
/// Records come with the fields that changed, new ones with all. Records and deletions are told in the order in
/// which they changed last, then ``fetchRecordChangesCompletionBlock`` is called, once.
open class CKFetchRecordChangesOperation: CKDatabaseOperation, @unchecked Sendable {
    // `@unchecked Sendable` is true as of ``CKOperation``.

    /// The zone; it has to be named.
    open var recordZoneID: CKRecordZone.ID?

    /// What is known already; nil for nothing.
    open var previousServerChangeToken: CKServerChangeToken?

    /// The names of fields that are wanted, of records of all types: those of them that changed come, with their
    /// values now; nil for all that changed, an empty list for none.
    open var desiredKeys: [String]?

    /// How many records and deletions at the most; 0 for as many as are read at a time, 1,000.
    open var resultsLimit = 0

    /// Called with each record that is new or changed.
    @preconcurrency open var recordChangedBlock: (@Sendable (CKRecord) -> Void)?

    /// Called with the name of each record that is gone.
    @preconcurrency open var recordWithIDWasDeletedBlock: (@Sendable (CKRecord.ID) -> Void)?

    /// Called at the end, with the token to go on from, the token the operation began from as data, and what went
    /// wrong.
    ///
    /// The token counts also when something went wrong: it is the position after what was told.
    @preconcurrency open var fetchRecordChangesCompletionBlock:
        (@Sendable (CKServerChangeToken?, Data?, (any Error)?) -> Void)?

    /// Whether another operation with the new token has more to tell; set before the completion block is called.
    public private(set) var moreComing = false

    public override init() {}

    /// Fetches the changes of a zone since a token.
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
