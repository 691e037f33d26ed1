public import Foundation

/// Fetches the changes in several zones since their tokens: each record once, in its current state.
///
/// Zones are fetched one after another: records and deletions are reported first, with
/// ``recordZoneChangeTokensUpdatedBlock`` after each batch but the last, and then the zone's completion block is
/// called. After all zones, ``fetchRecordZoneChangesResultBlock`` is called. Tokens remain valid even if a later step
/// fails.
open class CKFetchRecordZoneChangesOperation: CKDatabaseOperation, @unchecked Sendable {
    // `@unchecked Sendable` is true for the same reason as for ``CKOperation``.

    /// The options for fetching the changes of one zone.
    open class ZoneConfiguration: NSObject, NSCopying, @unchecked Sendable {
        // `@unchecked Sendable` is true for the same reason as for the operation.

        /// The token from which to continue; nil to fetch everything.
        open var previousServerChangeToken: CKServerChangeToken?
        /// The largest number of records and deletions in a batch; 0 for the default, 1,000.
        open var resultsLimit = 0
        /// The names of the fields to fetch if they changed; nil for all fields that changed.
        open var desiredKeys: [CKRecord.FieldKey]?

        public override init() {}

        /// Creates a configuration with values that differ from the defaults.
        public convenience init(
            previousServerChangeToken: CKServerChangeToken? = nil,
            resultsLimit: Int? = nil,
            desiredKeys: [CKRecord.FieldKey]? = nil
        ) {
            self.init()
            self.previousServerChangeToken = previousServerChangeToken
            (self.resultsLimit, self.desiredKeys) = (resultsLimit ?? 0, desiredKeys)
        }

        open func copy(with zone: NSZone? = nil) -> Any {
            ZoneConfiguration(
                previousServerChangeToken: previousServerChangeToken,
                resultsLimit: resultsLimit,
                desiredKeys: desiredKeys
            )
        }
    }

    /// The older name of ``ZoneConfiguration``.
    @available(*, deprecated, renamed: "ZoneConfiguration")
    public typealias ZoneOptions = ZoneConfiguration

    /// The zones to fetch from.
    open var recordZoneIDs: [CKRecordZone.ID]?

    /// The options for each zone; a zone without options is fetched completely.
    open var configurationsByRecordZoneID: [CKRecordZone.ID: ZoneConfiguration]?

    /// Whether to fetch batches until no changes remain.
    open var fetchAllChanges = true

    /// Called with each new or changed record, unless ``recordWasChangedBlock`` is set.
    @preconcurrency open var recordChangedBlock: (@Sendable (CKRecord) -> Void)?

    /// Called with each new or changed record.
    @preconcurrency open var recordWasChangedBlock:
        (@Sendable (CKRecord.ID, Result<CKRecord, any Error>) -> Void)?

    /// Called with the identifier and the type of each deleted record.
    @preconcurrency open var recordWithIDWasDeletedBlock:
        (@Sendable (CKRecord.ID, CKRecord.RecordType) -> Void)?

    /// Called after each batch but the last, with the new token.
    @preconcurrency open var recordZoneChangeTokensUpdatedBlock:
        (@Sendable (CKRecordZone.ID, CKServerChangeToken?, Data?) -> Void)?

    /// The result for a zone: the new token, the data of the token that the operation started from, and whether more
    /// changes remain.
    public typealias ZoneResult = Result<
        (serverChangeToken: CKServerChangeToken, clientChangeTokenData: Data?, moreComing: Bool),
        any Error
    >

    /// Called at the end of each zone.
    @preconcurrency open var recordZoneFetchResultBlock:
        (@Sendable (CKRecordZone.ID, ZoneResult) -> Void)?

    /// Called at the end of each zone, unless ``recordZoneFetchResultBlock`` is set.
    @preconcurrency open var recordZoneFetchCompletionBlock:
        (@Sendable (CKRecordZone.ID, CKServerChangeToken?, Data?, Bool, (any Error)?) -> Void)?

    /// Called at the end; its error is a `partialFailure` with the errors by zone if any zones failed.
    @preconcurrency open var fetchRecordZoneChangesResultBlock:
        (@Sendable (Result<Void, any Error>) -> Void)?

    /// Called at the end, unless ``fetchRecordZoneChangesResultBlock`` is set.
    @preconcurrency open var fetchRecordZoneChangesCompletionBlock:
        (@Sendable ((any Error)?) -> Void)?

    public override init() {}

    /// Creates an operation that fetches the changes of zones.
    public convenience init(
        recordZoneIDs: [CKRecordZone.ID]? = nil,
        configurationsByRecordZoneID: [CKRecordZone.ID: ZoneConfiguration]? = nil
    ) {
        self.init()
        self.recordZoneIDs = recordZoneIDs
        self.configurationsByRecordZoneID = configurationsByRecordZoneID
    }

    override func perform() {
        guard let zones = recordZoneIDs ?? configurationsByRecordZoneID.map({ Array($0.keys) })
        else {
            return finish(with: ZoneReader.error(.invalidArguments, "the operation names no zone"))
        }
        var failures: [AnyHashable: any Error] = [:]
        for zone in zones {
            let result = fetch(zone)
            if case .failure(let error) = result { failures[zone] = error }
            deliver(zone, result)
            guard !isCancelled else { return finish(with: CKError(.operationCancelled)) }
        }
        guard failures.isEmpty else {
            return finish(
                with: CKError(.partialFailure, userInfo: [CKPartialErrorsByItemIDKey: failures])
            )
        }
        if let block = fetchRecordZoneChangesResultBlock {
            block(.success(()))
        } else {
            fetchRecordZoneChangesCompletionBlock?(nil)
        }
    }

    private func fetch(_ zone: CKRecordZone.ID) -> ZoneResult {
        let wanted = configurationsByRecordZoneID?[zone] ?? ZoneConfiguration()
        let client = wanted.previousServerChangeToken?.data
        var request = ZoneRequest(zone: zone, since: wanted.previousServerChangeToken)
        (request.desiredKeys, request.limit) = (wanted.desiredKeys, wanted.resultsLimit)
        do {
            let reader = try ZoneReader(chosenDatabase)
            while true {
                let batch = try reader.batch(request)
                guard deliver(batch) else { return .failure(CKError(.operationCancelled)) }
                guard fetchAllChanges, batch.moreComing else {
                    return .success((batch.token, client, batch.moreComing))
                }
                recordZoneChangeTokensUpdatedBlock?(zone, batch.token, client)
                request.since = batch.token
            }
        } catch {
            return .failure(error)
        }
    }

    /// Reports the changes of a batch; false if the operation was cancelled.
    private func deliver(_ batch: ZoneBatch) -> Bool {
        for change in batch.changes {
            guard !isCancelled else { return false }
            switch change.kind {
            case .changed(let record):
                if let block = recordWasChangedBlock {
                    block(record.recordID, .success(record))
                } else {
                    recordChangedBlock?(record)
                }
            case .deleted(let id, let type): recordWithIDWasDeletedBlock?(id, type)
            }
        }
        return !isCancelled
    }

    private func deliver(_ zone: CKRecordZone.ID, _ result: ZoneResult) {
        if let block = recordZoneFetchResultBlock { return block(zone, result) }
        switch result {
        case .success(let end):
            recordZoneFetchCompletionBlock?(
                zone,
                end.serverChangeToken,
                end.clientChangeTokenData,
                end.moreComing,
                nil
            )
        case .failure(let error): recordZoneFetchCompletionBlock?(zone, nil, nil, false, error)
        }
    }

    override func finish(with error: CKError) {
        if let block = fetchRecordZoneChangesResultBlock {
            block(.failure(error))
        } else {
            fetchRecordZoneChangesCompletionBlock?(error)
        }
    }
}
