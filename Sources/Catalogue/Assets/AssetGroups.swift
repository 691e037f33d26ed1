internal import PhotoModel

/// Determines which files form one asset, and does so again around each file that is added, removed or changed.
final class AssetGroups {
    private let assets: AssetTable
    private let directories: DirectoryStore
    private let log: ChangeLog
    private let collections: Collections
    /// The groups to determine again.
    private var pending: Set<GroupKey> = []
    /// The assets of which a part was removed or replaced, and whether their pictures changed with it.
    private var changedParts: [Int64: Bool] = [:]

    init(
        _ assets: AssetTable,
        _ directories: DirectoryStore,
        _ log: ChangeLog,
        _ collections: Collections
    ) {
        (self.assets, self.directories) = (assets, directories)
        (self.log, self.collections) = (log, collections)
    }

    var hasPendingUpdates: Bool { !pending.isEmpty || !changedParts.isEmpty }

    func discardPendingUpdates() { (pending, changedParts) = ([], [:]) }

    /// Enqueues a file that is added (`after` only), removed (`before` only) or changed, to determine again
    /// which asset it belongs to and which files belong to it.
    func fileChanged(from before: AssetRecord?, to after: AssetRecord?) throws {
        if let before { try fileLeft(before) }
        guard let after else { return }
        let mayCrowd =
            after.directory != before?.directory
            || after.contentIdentifier != before?.contentIdentifier
        try fileCame(after, mayCrowd: mayCrowd)
    }

    private func fileLeft(_ record: AssetRecord) throws {
        if record.partCount > 0 {
            for part in try assets.parts(of: record.id) { pending.insert(GroupKey(part)) }
        }
        if let owner = record.partOf, owner != 0, let record = try assets.asset(owner) {
            pending.insert(GroupKey(record))
        }
        if mayBelong(Companions(record), in: record.directory) {
            pending.insert(GroupKey(record))
        }
        if record.partOf != nil || record.partCount > 0 { try enqueueBorrowers(of: record) }
        try enqueueCrowd(record)
    }

    /// Enqueues a file that was added or changed.
    ///
    /// `mayCrowd`: Whether its content identifier is new to its directory.
    func fileCame(_ record: AssetRecord, mayCrowd: Bool = true) throws {
        let kind = Companions(record)
        if kind != .still {
            try directories.insert(Companions.noted(of: record), into: record.directory)
        }
        // Even where nothing else belongs together, a file that was part of an asset or had parts now stands alone.
        let cameInParts = !record.isShown || record.partCount > 0
        if cameInParts || mayBelong(kind, in: record.directory) {
            pending.insert(GroupKey(record))
        }
        if record.partOf ?? 0 > 0 { try enqueueBorrowers(of: record) }
        if mayCrowd { try enqueueCrowd(record) }
    }

    /// Enqueues the edited copies that may have values of a Google Takeout file: those of the photos in its asset, or
    /// of a photo itself.
    private func enqueueBorrowers(of record: AssetRecord) throws {
        guard directories.table.companions(of: record.directory)?.contains(.takeout) == true else {
            return
        }
        var photos = record.isSidecar ? [] : [record]
        if let owner = record.partOf, owner > 0, TakeoutName.isTakeout(record.file.name) {
            photos = try [assets.row(owner)].compactMap { $0 } + assets.parts(of: owner)
        }
        for photo in photos where !photo.isSidecar {
            let copies = TakeoutName.versions(of: photo.file.name).dropFirst()
            for copy in copies where try assets.file(photo.directory, copy) != nil {
                pending.insert(GroupKey(photo.directory, copy))
            }
        }
    }

    /// Enqueues the asset that a changed or moved file is part of.
    func partChanged(of owner: Int64?, contentChanged: Bool) {
        guard let owner, owner != 0 else { return }
        changedParts[owner] = changedParts[owner] ?? false || contentChanged
    }

    /// Enqueues the files that share a content identifier if, counting this one, they become too many to be grouped by
    /// it, or few enough.
    private func enqueueCrowd(_ record: AssetRecord) throws {
        guard let identifier = record.contentIdentifier else { return }
        let sharing = try assets.ids(of: identifier, in: record.directory)
        let others = sharing.contains(record.id) ? sharing.count - 1 : sharing.count
        guard others == AssetGrouping.mostOfOneIdentifier else { return }
        for file in try assets.files(of: identifier, in: record.directory)
        where file.id != record.id {
            pending.insert(GroupKey(file))
        }
    }

    private func mayBelong(_ kind: Companions, in directory: Int64) -> Bool {
        // Plain stills are everywhere, so they are not noted.
        let there = directories.table.companions(of: directory)?.union(.still) ?? .still
        return !kind.partners.isDisjoint(with: there)
    }
}

extension AssetGroups {
    /// Decides which assets the enqueued files belong to.
    func applyPendingUpdates() throws {
        while let key = pending.popFirst() {
            let (members, crowded) = try collect(key)
            try decide(members, crowded)
        }
        // These assets had a part that went without leaving a trace in their groups.
        for (owner, contentChanged) in changedParts.sorted(by: { $0.key < $1.key }) {
            guard let record = try assets.asset(owner), record.isShown else { continue }
            try recordChange(.resources, of: record, contentChanged: contentChanged)
        }
        changedParts = [:]
    }

    /// Returns all files in a directory that names or content identifiers connect with a key, and the identifiers that
    /// do not connect files because too many share them.
    private func collect(
        _ key: GroupKey
    ) throws -> (members: [Int64: AssetRecord], crowded: Set<String>) {
        var waiting = [key]
        var done: Set<GroupKey> = []
        var (members, asked, crowded): ([Int64: AssetRecord], Set<String>, Set<String>) = (
            [:], [], []
        )
        while let key = waiting.popLast() {
            guard done.insert(key).inserted else { continue }
            pending.remove(key)
            let edited = directories.table.companions(of: key.directory)?.editedForms ?? []
            for record in try assets.files(of: key, edited: edited)
            where members[record.id] == nil {
                members[record.id] = record
                waiting += try related(record)
                guard let identifier = record.contentIdentifier, asked.insert(identifier).inserted
                else { continue }
                let sharing = try assets.ids(of: identifier, in: key.directory).count
                if sharing > AssetGrouping.mostOfOneIdentifier {
                    crowded.insert(identifier)
                } else if sharing > 1 {
                    waiting += try assets.files(of: identifier, in: key.directory)
                        .map(GroupKey.init)
                }
            }
        }
        return (members, crowded)
    }

    /// Returns the groups of files that are related to a file although their names begin differently: by Google
    /// Takeout, or because they were part of one asset until now.
    private func related(_ record: AssetRecord) throws -> [GroupKey] {
        let there = directories.table.companions(of: record.directory) ?? []
        guard there.contains(.sidecar) else { return [] }
        var keys = try TakeoutPairs(assets).keys(of: record)
        if let owner = record.partOf, owner > 0, let record = try assets.row(owner) {
            keys.append(GroupKey(record))
        }
        if record.partCount > 0 { keys += try assets.parts(of: record.id).map(GroupKey.init) }
        // Files that are in another directory by now are no longer related, and are decided there.
        return keys.filter { $0.directory == record.directory }
    }

    private func decide(_ members: [Int64: AssetRecord], _ crowded: Set<String>) throws {
        let grouping = AssetGrouping(Array(members.values), crowded: crowded)
        let partsBefore = Dictionary(grouping: members.values.filter { $0.partOf != nil }) {
            $0.partOf ?? 0
        }
        var parts: [Int64: [AssetRecord]] = [:]
        var after: [Int64: AssetRecord] = [:]
        for (id, member) in members {
            var record = member.alone
            (record.partOf, record.file.type) = grouping.place(of: member)
            record.partCount = 0
            after[id] = record
            if let owner = grouping.parts[id]?.owner { parts[owner, default: []].append(record) }
        }
        for (id, record) in after.sorted(by: { $0.key < $1.key }) {
            guard let before = members[id] else { continue }
            let ordered = AssetRecord.ordered(parts[id] ?? [])
            let was = partsBefore[id] ?? []
            let hasOtherParts = Set(was.map(\.id)) != Set(ordered.map(\.id))
            if hasOtherParts, Self.rendered(was) != Self.rendered(ordered) {
                changedParts[id] = true
            }
            let lent = try loan(to: record, having: ordered, grouping)
            try save(before, record.with(ordered, lent: lent), hasOtherParts)
        }
    }

    /// Returns the file that an edited copy borrows from, even if its original is in another group.
    private func loan(
        to record: AssetRecord,
        having parts: [AssetRecord],
        _ grouping: AssetGrouping
    ) throws -> AssetRecord? {
        guard record.partOf == nil, AssetGrouping.isEditedCopy(record) else { return nil }
        let original = TakeoutName.original(record.file.name).name
        if grouping.files.contains(where: { $0.record.file.name == original }) {
            return grouping.lent[record.id]
        }
        return try TakeoutPairs(assets).lent(to: record, having: parts)
    }

    /// Returns the files that are shown for an asset in place of its own.
    private static func rendered(_ parts: [AssetRecord]) -> Set<Int64> {
        Set(parts.filter(\.file.type.isRendered).map(\.id))
    }

    private func save(
        _ before: AssetRecord,
        _ after: AssetRecord,
        _ hasOtherParts: Bool
    ) throws {
        var after = after
        let partChange = changedParts.removeValue(forKey: before.id)
        if after.partOf != before.partOf {
            (after.burstIdentifier, after.representsBurst) = (nil, false)
        }
        var keys = before.changedKeys(to: after) { directories[$0]?.root }
        if hasOtherParts || partChange != nil || before.file.type != after.file.type {
            keys.insert(.resources)
        }
        guard
            !keys.isEmpty || after.partOf != before.partOf || after.partCount != before.partCount
                || after.own != before.own || after.evidence != before.evidence
                || after.traits != before.traits || after.creationDate != before.creationDate
        else { return }
        try assets.save(after, had: before)
        if after.partOf != before.partOf {
            try enqueueBorrowers(of: before)
            try enqueueBorrowers(of: after)
        }
        switch (before.isShown, after.isShown) {
        case (true, true):
            try recordChange(keys, of: before, contentChanged: partChange ?? false)
        case (true, false): try recordRemoval(of: before)
        case (false, true): try recordInsertion(of: after)
        case (false, false): return
        }
        try collections.assetChanged(
            from: before.isShown ? before : nil,
            to: after.isShown ? after : nil
        )
    }

    /// Records a change of an asset; one inserted in this transaction needs no record, as no reader knows it
    /// yet.
    private func recordChange(
        _ keys: AssetKeys,
        of before: AssetRecord,
        contentChanged: Bool
    ) throws {
        guard log.isKnown(before.id), !keys.isEmpty || contentChanged else { return }
        let change = AssetChange.changed(
            keys,
            contentChanged: contentChanged,
            was: AssetDates(before)
        )
        try log.record(.asset(before.id, change))
    }

    private func recordRemoval(of record: AssetRecord) throws {
        guard log.isKnown(record.id) else { return }
        try log.record(.removal(of: record, from: directories.table.rootedPath(of: record)))
    }

    private func recordInsertion(of record: AssetRecord) throws {
        guard log.isKnown(record.id) else { return }
        try log.record(.asset(record.id, .inserted()))
    }
}
