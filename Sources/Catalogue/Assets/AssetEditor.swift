internal import PhotoModel

/// The objects that a change of an asset updates.
typealias ChangedParts = (
    assets: AssetTable, former: FormerFiles, directories: DirectoryStore, groups: AssetGroups,
    collections: Collections
)

/// Inserts, changes and removes assets, with everything that follows from it.
///
/// The order is always the same: rows first, then the updates enqueued for groups, then the history, and last the
/// updates enqueued for collections.
final class AssetEditor {
    private let assets: AssetTable
    private let former: FormerFiles
    private let directories: DirectoryStore
    private let groups: AssetGroups
    private let collections: Collections
    private let log: ChangeLog
    private let clock: WriterClock
    private let identifiers: IdentifierSource

    init(
        _ changed: ChangedParts,
        _ log: ChangeLog,
        _ clock: WriterClock,
        _ identifiers: IdentifierSource
    ) {
        (assets, former, directories, groups, collections) = changed
        (self.log, self.clock, self.identifiers) = (log, clock, identifiers)
    }

    /// Inserts a new asset; its ID and, unless `uuid` is given, its identifier are newly assigned.
    ///
    /// A first index writes no history: the ID itself is the sequence number of the insertion.
    func insert(_ record: consuming AssetRecord, uuid: ObjectUUID?) throws {
        record.makeNew()
        record.creationDate.settle(in: assets.zone)
        record.id = log.next()
        record.uuid = uuid ?? identifiers.next(at: clock.now)
        (record.edit, record.isEdited) = (nil, false)
        try groups.fileCame(record)
        if record.isShown { try collections.assetAdded(record) }
        try assets.insert(consume record)
    }

    /// Restores a removed asset under its old identifier.
    func revive(_ tombstone: TombstoneRecord, as record: AssetRecord) throws {
        var record = record.asNew
        record.creationDate.settle(in: assets.zone)
        record.id = tombstone.id
        record.uuid = tombstone.uuid
        record.addedDate = tombstone.addedDate
        record.isFavorite = tombstone.isFavorite
        record.isHidden = tombstone.isHidden
        record.edit = try assets.edit(of: tombstone.id)
        record.isEdited = record.edit != nil
        record = record.with([])
        try former.deleteTombstone(of: tombstone.id)
        try assets.insert(record)
        try groups.fileChanged(from: nil, to: record)
        guard record.isShown else { return }
        let isOther =
            record.file.fingerprint != tombstone.fingerprint
            || record.file.identity.size != tombstone.identity.size
        let place = directories.table.rootedPath(of: tombstone.name, in: tombstone.directory)
        try log.record(.asset(record.id, .inserted(contentChanged: isOther, at: place)))
        try collections.assetChanged(from: nil, to: record)
    }

    /// Updates an asset; `found` has the same ID and identifier.
    ///
    /// `contentChanged`: Whether the bytes of its file changed.
    func update(
        from before: AssetRecord,
        to found: AssetRecord,
        contentChanged: Bool
    ) throws {
        let after = try self.after(before, found)
        try assets.save(after, had: before)
        let isMoved =
            before.directory != after.directory || before.file.name != after.file.name
        let keys = before.changedKeys(to: after) { directories[$0]?.root }
        // Other rules that read the file differently may also make it part of another asset.
        let isReadByOtherRules = before.file.changed == 0
        if isMoved || !keys.isEmpty || before.contentIdentifier != after.contentIdentifier
            || isReadByOtherRules
        {
            try groups.fileChanged(from: before, to: after)
        }
        guard isMoved || contentChanged || !keys.isEmpty else {
            // The values that tie it to a burst are not among the keys.
            if before.isShown { try collections.assetChanged(from: before, to: after) }
            return
        }
        guard before.isShown else {
            // Until the file's role is decided, its directory has a file that is neither counted nor a companion.
            if isMoved { collections.albums.count(assets: 0, in: after.directory) }
            groups.partChanged(
                of: before.partOf,
                contentChanged: contentChanged && !before.isSidecar
            )
            return
        }
        try log.record(
            .asset(after.id, self.change(before, keys, isMoved: isMoved, contentChanged))
        )
        try collections.assetChanged(from: before, to: after)
    }

    private func change(
        _ before: AssetRecord,
        _ keys: AssetKeys,
        isMoved: Bool,
        _ contentChanged: Bool
    ) -> AssetChange {
        let dates = AssetDates(before)
        guard isMoved else { return .changed(keys, contentChanged: contentChanged, was: dates) }
        let place = directories.table.rootedPath(of: before)
        return .moved(keys, contentChanged: contentChanged, from: place, was: dates)
    }

    /// Returns the asset with its new file, except for the values that are decided at the end of the transaction.
    private func after(_ before: AssetRecord, _ found: AssetRecord) throws -> AssetRecord {
        var after = found.asNew
        after.creationDate.settle(in: assets.zone)
        (after.edit, after.isEdited) = (before.edit, before.isEdited)
        if before.own != nil || before.edit != nil { after = try assets.composed(after) }
        // The asset it belongs to under its new name is decided once all changes are known.
        after.partOf = before.partOf
        if !before.isShown { after.file.type = before.file.type }
        (after.burstIdentifier, after.representsBurst) =
            (before.burstIdentifier, before.representsBurst)
        if after.burstKey != before.burstKey {
            (after.burstIdentifier, after.representsBurst) = (nil, false)
        }
        return after
    }

    /// Removes an asset, leaving a tombstone.
    func remove(_ record: AssetRecord) throws {
        if record.isShown {
            try log.record(.removal(of: record, from: directories.table.rootedPath(of: record)))
        }
        try groups.fileChanged(from: record, to: nil)
        try former.insertTombstone(of: record)
        try assets.delete(record)
        if record.isShown {
            try collections.assetChanged(from: record, to: nil)
        } else {
            groups.partChanged(of: record.partOf, contentChanged: !record.isSidecar)
        }
    }

    /// Changes the user's edits of an asset; returns false if there is no such asset.
    func edit(_ id: Int64, _ change: (inout UserEdit) -> Void) throws -> Bool {
        guard let before = try assets.asset(id), before.isShown else { return false }
        var edit = before.edit ?? UserEdit()
        change(&edit)
        edit.date?.settle(in: assets.zone)
        guard edit != before.edit ?? UserEdit() else { return true }
        edit.time = max(clock.now, edit.time + 1)
        var after = before
        after.edit = edit.isEmpty ? nil : edit
        after.isEdited = after.edit != nil
        after = try assets.composed(after)
        try assets.save(after, had: before)
        try assets.save(after.edit, of: id)
        let keys = before.changedKeys(to: after) { directories[$0]?.root }
        if !keys.isEmpty { try log.record(.asset(id, .changed(keys, was: AssetDates(before)))) }
        try collections.assetChanged(from: before, to: after)
        return true
    }
}
