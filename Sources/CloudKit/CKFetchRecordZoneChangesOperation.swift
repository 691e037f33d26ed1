public import Foundation

/// Fetches what changed in zones since a token each: every record once, as it is now.
///
/// Zones are told one after another: records and deletions, ``recordZoneChangeTokensUpdatedBlock`` after each
/// batch but the last, then the block of the zone's end. After all zones comes
/// ``fetchRecordZoneChangesResultBlock``. Tokens that were given count whatever fails later.
open class CKFetchRecordZoneChangesOperation: CKDatabaseOperation, @unchecked Sendable {
    // `@unchecked Sendable` is true as of ``CKOperation``.

    /// What is wanted of a zone.
    open class ZoneConfiguration: NSObject, NSCopying, @unchecked Sendable {
        // `@unchecked Sendable` is true as of the operation it is given to.

        /// What is known already; nil for nothing.
        open var previousServerChangeToken: CKServerChangeToken?
        /// How many records and deletions a batch has at the most; 0 for 1,000.
        open var resultsLimit = 0
        /// The names of fields that are wanted of those that changed; nil for all of these.
        open var desiredKeys: [CKRecord.FieldKey]?

        public override init() {}

        /// A configuration with what differs from the standard.
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

    /// The zones.
    open var recordZoneIDs: [CKRecordZone.ID]?

    /// What is wanted of each zone; of one that is not named, everything.
    open var configurationsByRecordZoneID: [CKRecordZone.ID: ZoneConfiguration]?

    /// Whether batches are fetched until there are no more.
    open var fetchAllChanges = true

    /// Called with each record that is new or changed, unless ``recordWasChangedBlock`` is set.
    @preconcurrency open var recordChangedBlock: (@Sendable (CKRecord) -> Void)?

    /// Called with each record that is new or changed.
    @preconcurrency open var recordWasChangedBlock:
        (@Sendable (CKRecord.ID, Result<CKRecord, any Error>) -> Void)?

    /// Called with the name and the type of each record that is gone.
    @preconcurrency open var recordWithIDWasDeletedBlock:
        (@Sendable (CKRecord.ID, CKRecord.RecordType) -> Void)?

    /// Called after each batch but the last, with the token to go on from.
    @preconcurrency open var recordZoneChangeTokensUpdatedBlock:
        (@Sendable (CKRecordZone.ID, CKServerChangeToken?, Data?) -> Void)?

    /// What came of a zone: the token to go on from, the token the operation began from as data, and whether
    /// there is more.
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

    /// Called at the end; with a `partialFailure` that names the zones that failed.
    @preconcurrency open var fetchRecordZoneChangesResultBlock:
        (@Sendable (Result<Void, any Error>) -> Void)?

    /// Called at the end, unless ``fetchRecordZoneChangesResultBlock`` is set.
    @preconcurrency open var fetchRecordZoneChangesCompletionBlock:
        (@Sendable ((any Error)?) -> Void)?

    public override init() {}

    /// Fetches the changes of zones.
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

    /// False when the operation was cancelled.
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
