internal import Catalogue
internal import PhotoModel

/// Somebody who follows the feed: keeps what was told, and the token to go on from.
final class FeedListener {
    /// What is kept of an object.
    struct Shown: Hashable {
        var uuid: ObjectUUID
        var path: [UInt8]
        /// Of an asset its content, of a collection how many it has.
        var content: Int64
        var detail: [Int64]
    }

    struct Key: Hashable {
        let kind: Int64
        let object: Int64
    }

    private let faults: FaultPlan

    init(_ faults: FaultPlan = FaultPlan(nil)) {
        self.faults = faults
    }

    private(set) var shown: [Key: Shown] = [:]
    private(set) var token: String?
    /// How often it had to begin anew.
    private(set) var restarts = 0

    /// Takes up to `limit` objects of what is new.
    ///
    /// - Returns: Whether there is more.
    func read(_ reader: CatalogueReader, limit: Int) throws -> Bool {
        try reader.snapshot {
            var cursor = try ChangeCursor(reader, since: token)
            if cursor.expiry != nil {
                shown = [:]
                restarts += 1
            }
            var count = 0
            try cursor.forEach(reader) { entry, _ in
                count += 1
                if count > 1, faults.shows(.lostLine, oneIn: 40) { return count < limit }
                try take(entry, reader)
                return count < limit
            }
            token = try cursor.token(reader).description
            return try cursor.isMoreComing(reader)
        }
    }

    private func take(_ entry: HistoryEntry, _ reader: CatalogueReader) throws {
        guard entry.kind != .state, entry.kind != .synced else { return }
        let key = Key(kind: entry.kind.rawValue, object: entry.object)
        if entry.change == .removed {
            shown[key] = nil
        } else if let asset = entry.asset {
            shown[key] = Shown(
                uuid: asset.uuid,
                path: try reader.path(asset.directory, asset.file.name),
                content: asset.file.fingerprint,
                detail: [
                    Int64(asset.mediaType.rawValue), asset.width, asset.creationDate.microseconds,
                    Int64(asset.subtypes.rawValue), asset.representsBurst ? 1 : 0,
                ]
            )
        } else if let collection = entry.collection {
            shown[key] = Shown(
                uuid: collection.uuid,
                path: collection.path ?? collection.title,
                content: collection.count,
                detail: [collection.startDate?.microseconds ?? 0]
            )
        }
    }
}
