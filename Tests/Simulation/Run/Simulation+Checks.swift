internal import Catalogue
internal import Glibc
internal import Kernel
internal import PhotoModel

/// What has to be true whenever all is quiet.
extension Simulation {
    struct Expected {
        var inode: UInt64
        var size: UInt64
        var modified: Int64
        var content: UInt64
        /// Nobody can see that its content was written anew.
        var isUndetectable: Bool
    }

    /// Compares tree, catalogue and what a listener holds.
    func check(isLast: Bool = false) throws {
        diary?.note("quiet: \(household.files.count) files")
        let reader = try openReader()
        var found: [FileName: FileRecord] = [:]
        // What is empty when it is seen first may be a disk that is not mounted: all that is known is kept.
        if expectedFiles().isEmpty, try isOffline(reader) { return }
        try reader.snapshot {
            for root in reader.allRoots {
                guard root.state == .online || root.state == .degraded || isPartlyAway(root)
                else {
                    throw SimulationFault("the root is \(root.state): \(root.detail ?? "")")
                }
                try reader.forEachFile(ofRoot: root.id) { found[FileName($0)] = $1 }
            }
            try compare(found, keepsGone: reader.allRoots.contains(where: isPartlyAway))
            // To count everything takes longer than all the rest.
            if isLast || chance(100), let contradiction = try reader.contradictions().first {
                throw SimulationFault("the catalogue contradicts itself: \(contradiction)")
            }
        }
        try compareListener(reader)
        try compareIdentities(found.mapValues(\.id))
    }

    /// Compares what is known of a disk that is away with what is on it: nothing may have gone.
    func checkAway() throws {
        let reader = try openReader()
        var found: [FileName: FileRecord] = [:]
        guard !expectedFiles().isEmpty else { return }
        try reader.snapshot {
            guard reader.allRoots.allSatisfy({ $0.state == .offline }) else {
                throw SimulationFault("the disk is away and its root is not offline")
            }
            for root in reader.allRoots {
                try reader.forEachFile(ofRoot: root.id) { found[FileName($0)] = $1 }
            }
        }
        try compare(found)
    }

    /// Looks, now and then, whether an asset was removed whose file is there.
    ///
    /// - Parameter indexer: One that has just committed.
    /// - Throws: ``SimulationFault`` when one was.
    func checkPresent(_ indexer: SimulatedIndexer) throws {
        // Who could not be looked at may be taken for gone; in the middle of a walk there is nobody to ask.
        guard !habits.needsWalks, !indexer.isWalking, chance(habits.stalls > 0 ? 1_000 : 200) else {
            return
        }
        for (file, asset) in household.present() where try indexer.writer.asset(asset) == nil {
            let path = file.entry.flatMap(path).map { "\($0)" } ?? "a file"
            throw SimulationFault("\(path) is there, and its asset \(asset) was removed")
        }
    }

    private func isOffline(_ reader: CatalogueReader) throws -> Bool {
        try reader.snapshot { reader.allRoots.contains { $0.state == .offline } }
    }

    /// Whether a root is offline for a disk below it: all that is known is kept then.
    private func isPartlyAway(_ root: RootRecord) -> Bool {
        root.state == .offline && household.card?.isMounted == false
    }

    private func compare(_ found: [FileName: FileRecord], keepsGone: Bool = false) throws {
        let expected = expectedFiles()
        for (path, file) in expected.sorted(by: { Self.before($0.key, $1.key) }) {
            guard let known = found[path] else {
                throw SimulationFault("\(path) is on disk and not in the catalogue")
            }
            guard known.identity.inode == Int64(bitPattern: file.inode),
                known.identity.size == Int64(file.size), known.identity.modified == file.modified
            else {
                throw SimulationFault("\(path) is another file in the catalogue: \(known.identity)")
            }
            let isRead = known.fingerprint == Int64(bitPattern: file.content)
            // One that could not be opened is tried again when it is another.
            guard isRead || file.isUndetectable || (known.fingerprint == 0 && habits.errors > 0)
            else {
                throw SimulationFault(
                    "\(path) has content \(file.content) and in the catalogue \(known.fingerprint)"
                )
            }
        }
        guard !keepsGone else { return }
        let ghosts = found.keys.filter { expected[$0] == nil }.sorted(by: Self.before)
        if let ghost = ghosts.first {
            throw SimulationFault("\(ghost) is in the catalogue and not on disk")
        }
    }

    private static func before(_ one: FileName, _ other: FileName) -> Bool {
        one.bytes.lexicographicallyPrecedes(other.bytes)
    }

    private func compareListener(_ reader: CatalogueReader) throws {
        if let difference = try listener.difference(reader) { throw SimulationFault(difference) }
        guard let token = listener.token else { return }
        let state = listener.shown.hashValue
        if let earlier = tokens.updateValue(state, forKey: token), earlier != state {
            throw SimulationFault("the token \(token) was given for two positions")
        }
    }

    private func compareIdentities(_ assets: [FileName: Int64]) throws {
        var places: [Int: FileName] = [:]
        for file in household.files + (household.card?.files ?? []) {
            if let path = file.entry.flatMap(path) { places[file.number] = path }
        }
        // Who could not be looked at, or was found late, may be taken for another.
        for (file, asset) in habits.needsWalks ? [] : household.known() {
            guard let path = places[file.number], let now = assets[path] else { continue }
            guard now == asset else {
                throw SimulationFault("\(path) was asset \(asset) and is \(now)")
            }
        }
        household.beginRound { file in places[file.number].flatMap { assets[$0] } }
    }

    /// The path of a name below the folder.
    private func path(_ entry: SimulatedEntry) -> FileName? {
        var names = [entry.name.bytes]
        var directory = entry.parent
        while directory !== household.root {
            if let card = household.card, directory === card.disk.root { directory = card.place }
            guard let entry = directory.entry else { return nil }
            names.append(entry.name.bytes)
            directory = entry.parent
        }
        return FileName(Array(names.reversed().joined(separator: [0x2F])))
    }

    /// What has to be in the catalogue.
    func expectedFiles() -> [FileName: Expected] {
        var expected: [FileName: Expected] = [:]
        collect(household.root, [], into: &expected)
        return expected
    }

    private func collect(
        _ directory: SimulatedInode,
        _ path: [UInt8],
        into expected: inout [FileName: Expected]
    ) {
        guard directory.entries[FileName(".nomedia")] == nil else { return }
        for entry in directory.entries.values where !entry.name.isIgnored {
            let inode = entry.inode
            let path = path.isEmpty ? entry.name.bytes : path + [0x2F] + entry.name.bytes
            switch inode.kind {
            case .directory: collect(seen(inode), path, into: &expected)
            case .file where entry.name.isMedia:
                expected[FileName(path)] = Expected(
                    inode: inode.number,
                    size: inode.content.size,
                    modified: inode.modified,
                    content: inode.content.number,
                    isUndetectable: inode.isUndetectable
                )
            default: break
            }
        }
    }

    /// A directory as it is seen when every disk is mounted.
    private func seen(_ inode: SimulatedInode) -> SimulatedInode {
        if let card = household.card, card.place === inode { return card.disk.root }
        return kernel.visible(inode)
    }
}
