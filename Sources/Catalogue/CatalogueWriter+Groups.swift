internal import PhotoModel

/// Files that may be one asset: those of a directory whose names begin alike.
struct GroupKey: Hashable {
    let directory: Int64
    let stem: [UInt8]

    init(_ record: AssetRecord) {
        directory = record.directory
        stem = MediaFileName(record.file.name).stem
    }
}

extension CatalogueWriter {
    /// Notes that a file came (`after` only), went (`before` only) or changed, so that it is decided
    /// anew what it belongs to and what belongs to it.
    func noteGroups(before: AssetRecord?, after: AssetRecord?) throws {
        if let before {
            if before.partCount > 0 {
                for part in try parts(of: before.id) { accounting.groups.insert(GroupKey(part)) }
            }
            if let owner = before.partOf, owner != 0, let record = try asset(owner) {
                accounting.groups.insert(GroupKey(record))
            }
            if mayBelong(Companions(before), in: before.directory) {
                accounting.groups.insert(GroupKey(before))
            }
            try noteCrowd(before)
        }
        guard let after else { return }
        let mayCrowd =
            after.directory != before?.directory
            || after.contentIdentifier != before?.contentIdentifier
        try noteGroups(of: after, mayCrowd: mayCrowd)
    }

    /// Notes a file as it is now: one that came, or that changed.
    ///
    /// `mayCrowd`: Whether its content identifier is new to its directory.
    func noteGroups(of record: AssetRecord, mayCrowd: Bool = true) throws {
        let kind = Companions(record)
        if kind != .still { try note(kind, in: record.directory) }
        // Where nothing else belongs together, what came in parts is alone from now on.
        let cameInParts = !record.isShown || record.partCount > 0
        if cameInParts || mayBelong(kind, in: record.directory) {
            accounting.groups.insert(GroupKey(record))
        }
        if mayCrowd { try noteCrowd(record) }
    }

    private func note(_ kind: Companions, in id: Int64) throws {
        guard directories.companions(of: id)?.contains(kind) == false,
            var directory = directories[id]
        else { return }
        directory.companions.insert(kind)
        directories[id] = directory
        try statements.setCompanions.bind(1, id)
            .bind(2, directory.companions.rawValue).bind(3, writing).run()
    }

    /// Notes those of a content identifier that become too many to go by it, or few enough, with this one.
    private func noteCrowd(_ record: AssetRecord) throws {
        guard let identifier = record.contentIdentifier else { return }
        let sharing = try ids(of: identifier, in: record.directory)
        let others = sharing.contains(record.id) ? sharing.count - 1 : sharing.count
        guard others == AssetGrouping.mostOfOneIdentifier else { return }
        for file in try files(of: identifier, in: record.directory) where file.id != record.id {
            accounting.groups.insert(GroupKey(file))
        }
    }

    /// How many of them are looked for: more would tell nothing else.
    private static let enough = Int64(AssetGrouping.mostOfOneIdentifier + 2)

    /// The files of a directory that share a content identifier, or the first few when they are too many.
    private func files(of identifier: String, in directory: Int64) throws -> [AssetRecord] {
        var found: [AssetRecord] = []
        try statements.selectByContentIdentifier.bind(1, text: identifier).bind(2, directory)
            .bind(3, Self.enough).forEach { found.append(AssetColumns.read($0)) }
        return found
    }

    /// Likewise their numbers, which the index has: where too many share one, each that comes asks for them.
    private func ids(of identifier: String, in directory: Int64) throws -> [Int64] {
        var found: [Int64] = []
        try statements.idsByContentIdentifier.bind(1, text: identifier).bind(2, directory)
            .bind(3, Self.enough).forEach { found.append($0.integer(0)) }
        return found
    }

    private func mayBelong(_ kind: Companions, in directory: Int64) -> Bool {
        // Plain stills are everywhere and so are not noted.
        let there = directories.companions(of: directory)?.union(.still) ?? .still
        return !kind.partners.isDisjoint(with: there)
    }

    /// The files that are part of an asset, in the order they are told.
    func parts(of owner: Int64) throws -> [AssetRecord] {
        var parts: [AssetRecord] = []
        try statements.selectParts.bind(1, owner).forEach { parts.append(AssetColumns.read($0)) }
        return AssetRecord.ordered(parts)
    }

    /// Decides anew what noted files belong to.
    func regroup() throws {
        while let key = accounting.groups.popFirst() {
            let (members, crowded) = try collect(key)
            try regroup(members, crowded)
        }
        // An asset whose part went without leaving a trace in its group.
        for (owner, contentChanged) in accounting.resources.sorted(by: { $0.key < $1.key }) {
            guard let record = try asset(owner), record.isShown else { continue }
            try recordChange(record, .resources, contentChanged: contentChanged, before: record)
        }
        accounting.resources = [:]
    }

    /// Everything in a directory that names or content identifiers tie to a key, and the identifiers that do not
    /// because too many files share them.
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
            accounting.groups.remove(key)
            for record in try files(of: key) where members[record.id] == nil {
                members[record.id] = record
                guard let identifier = record.contentIdentifier, asked.insert(identifier).inserted
                else { continue }
                let sharing = try ids(of: identifier, in: key.directory).count
                if sharing > AssetGrouping.mostOfOneIdentifier {
                    crowded.insert(identifier)
                } else if sharing > 1 {
                    waiting += try files(of: identifier, in: key.directory).map(GroupKey.init)
                }
            }
        }
        return (members, crowded)
    }

    private func files(of key: GroupKey) throws -> [AssetRecord] {
        var found: [AssetRecord] = []
        for beginning in MediaFileName.beginnings(key.stem) {
            // The names before the next character after the dot.
            let end = beginning.dropLast() + [UInt8(ascii: "/")]
            try statements.selectByName.bind(1, key.directory).bind(2, beginning)
                .bind(3, Array(end)).forEach { found.append(AssetColumns.read($0)) }
        }
        return try found.filter { GroupKey($0) == key }.map(withOwn)
    }

    private func regroup(_ members: [Int64: AssetRecord], _ crowded: Set<String>) throws {
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
            let was = (partsBefore[id] ?? []).map(\.id)
            try settle(before, record.with(ordered), Set(was) != Set(ordered.map(\.id)))
        }
    }

    private func settle(
        _ before: AssetRecord,
        _ after: AssetRecord,
        _ hasOtherParts: Bool
    ) throws {
        var after = after
        let isTouched = accounting.resources.removeValue(forKey: before.id)
        if after.partOf != before.partOf {
            (after.burstIdentifier, after.representsBurst) = (nil, false)
        }
        var keys = before.changedKeys(to: after) { directories[$0]?.root }
        if hasOtherParts || isTouched != nil || before.file.type != after.file.type {
            keys.insert(.resources)
        }
        guard
            !keys.isEmpty || after.partOf != before.partOf || after.partCount != before.partCount
                || after.own != before.own || after.evidence != before.evidence
        else { return }
        try save(after, had: before)
        switch (before.isShown, after.isShown) {
        case (true, true):
            try recordChange(after, keys, contentChanged: isTouched ?? false, before: before)
        case (true, false): try recordHiding(of: before)
        case (false, true):
            if isKnown(after) { try recordChange(.asset(after.id, .inserted())) }
        case (false, false): return
        }
        try account(before: before.isShown ? before : nil, after: after.isShown ? after : nil)
    }

    /// Whether readers may have heard of an asset: one inserted in this transaction they have not.
    private func isKnown(_ record: AssetRecord) -> Bool { record.id <= committedSequence }

    private func recordChange(
        _ record: AssetRecord,
        _ keys: AssetKeys,
        contentChanged: Bool,
        before: AssetRecord
    ) throws {
        guard isKnown(record), !keys.isEmpty || contentChanged else { return }
        let change = AssetChange.changed(
            keys,
            contentChanged: contentChanged,
            was: AssetDates(before)
        )
        try recordChange(.asset(record.id, change))
    }

    private func recordHiding(of record: AssetRecord) throws {
        guard isKnown(record) else { return }
        try recordRemoval(of: record)
    }
}

extension AssetRecord {
    /// Parts in the order they are told: by what they are, exact sidecars first, then by name.
    static func ordered(_ parts: [AssetRecord]) -> [AssetRecord] {
        parts.sorted { a, b in
            let (first, second) = (a.rank, b.rank)
            return first == second
                ? a.file.name.lexicographicallyPrecedes(b.file.name) : first < second
        }
    }

    private var rank: Int {
        switch file.type {
        case .pairedVideo: 0
        case .alternatePhoto: 1
        case .adjustmentData: 2
        case .sidecar: MediaFileName(file.name).subject == nil ? 4 : 3
        default: 5
        }
    }
}
