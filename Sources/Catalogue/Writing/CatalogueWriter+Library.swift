package import PhotoModel
package import PredicateFormat

/// User-made albums and folders, and the members of albums.
extension CatalogueWriter {
    /// Adds an album or folder that exists in the catalogue only, as the last in its folder, and returns its ID.
    ///
    /// `parent`: The user-made folder it is in; nil for the top level.
    package func addUserCollection(
        _ title: String,
        isFolder: Bool,
        parent: Int64? = nil,
        uuid: ObjectUUID = .random()
    ) throws -> Int64 {
        try collections.made.add(title, isFolder: isFolder, parent: parent, uuid: uuid)
    }

    /// Returns the ID and kind of the album or folder with an identifier.
    package func userCollection(_ uuid: ObjectUUID) throws -> (id: Int64, isFolder: Bool)? {
        try collections.made.find(uuid)
    }

    /// Returns the albums and folders in a folder, or at the top level, in their order.
    package func children(of folder: Int64?) throws -> [Int64] {
        try collections.made.children(of: folder)
    }

    /// Sets the contents of a folder, or of the top level, to these albums and folders, in this order.
    ///
    /// A collection removed from a folder moves to the top level. Returns false without changes if a folder would come
    /// to contain itself.
    package func setChildren(of folder: Int64?, _ children: [Int64]) throws -> Bool {
        try collections.made.set(childrenOf: folder, children)
    }

    /// Gives an album or folder another title.
    package func renameUserCollection(_ id: Int64, _ title: String) throws {
        try collections.made.rename(id, to: title)
    }

    /// Removes an album, or a folder with everything in it; never an asset.
    package func removeUserCollection(_ id: Int64) throws { try collections.made.remove(id) }

    /// Returns the members of an album, in its order.
    package func members(of album: Int64) throws -> [Int64] {
        try collections.members.members(of: album)
    }

    /// Whether an asset is in an album that a user made.
    package func isMember(_ asset: Int64) throws -> Bool {
        try collections.members.contains(asset)
    }

    /// Sets the members of an album to these assets, in this order.
    ///
    /// For a directory's album these are the assets that lie elsewhere; they have no order there.
    package func setMembers(of album: Int64, _ assets: [Int64]) throws {
        try editMembers(of: album) { rows in
            try rows.set(assets)
            return true
        }
    }

    /// Changes the members of an album.
    ///
    /// `edit`: Makes the changes, and returns whether the album is recorded as changed.
    package func editMembers(of album: Int64, _ edit: (MemberRows) throws -> Bool) throws {
        try collections.members.edit(album, edit)
    }

    /// Returns whether a list of a user-created album still has its members, in order.
    ///
    /// True only if that is known without comparing them.
    package func isCurrent(_ list: TrackedListing, of album: Int64) throws -> Bool {
        try collections.members.isCurrent(list, of: album)
    }
}

/// Smart albums.
extension CatalogueWriter {
    /// Replaces the user's own smart albums.
    ///
    /// An album with the same title keeps its identity.
    package func setUserSmartAlbums(_ wanted: [SmartAlbumDefinition]) throws {
        try collections.smartAlbums.set(own: wanted)
    }

    /// The user's albums that were given up since this was last emptied, each with the pattern that took too
    /// long.
    package var givenUpAlbums: [(title: String, pattern: String)] {
        get { collections.smartAlbums.givenUpAlbums }
        set { collections.smartAlbums.givenUpAlbums = newValue }
    }
}

/// The library as a whole.
extension CatalogueWriter {
    /// Recomputes, in one transaction, everything that the catalogue derives from its files, edits and albums: which
    /// files are one asset, counts, bursts, the dates of members, smart albums, moments.
    ///
    /// Earlier reports may have been wrong, so all history is forgotten, and every reader gets `tokenExpired` and the
    /// full state. An indexer that holds the catalogue takes over the result at its next transaction.
    package func repair() throws {
        try transaction {
            try applyPendingUpdates()
            try CatalogueRepair(self).run()
        }
    }

    /// Returns whether the catalogue was rebuilt from a damaged one, if that has not been asked since.
    package func takeRescue() throws -> Bool {
        let key = CatalogueRescue.Report.newsKey
        return try transaction {
            guard try status(key) != nil else { return false }
            try removeStatus(key)
            return true
        }
    }

    /// Records that the catalogue is in sync with the folders.
    ///
    /// `milliseconds`: How long that took.
    package func recordSynced(milliseconds: Int64) throws {
        try log.record(.synced(milliseconds: milliseconds))
    }

    /// Forgets history, tombstones and removed directories from before an age of the library; tokens from before it
    /// expire.
    ///
    /// `cutoff`: Microseconds of ``age``.
    package func prune(before cutoff: Int64) throws {
        try log.prune(before: cutoff)
        try former.prune(before: cutoff)
        try directoryStore.prune()
    }

    /// The time zone that is assumed for photos that give none; nil before it was set.
    package func zone() throws -> LibraryZone? { try LibraryZone.known(connection) }

    /// Assumes another time zone for photos that give none.
    ///
    /// No file is read again. Nearly all dates may be other instants then, so all history is forgotten, and every
    /// reader gets `tokenExpired` and the full state.
    package func setZone(_ zone: LibraryZone) throws {
        guard try self.zone()?.identifier != zone.identifier else { return }
        try applyPendingUpdates()
        try setStatus(LibraryZone.statusKey, zone.identifier)
        try assets.loadZone()
        try collections.smartAlbums.load()
        let isChanged = try ZoneChange(connection, zone).run()
        if try collections.smartAlbums.recount() || isChanged { try CatalogueRepair(self).run() }
    }

    /// Marks files to be read again that are affected by changed policies.
    package func setPolicies(_ policies: DerivationPolicies) throws {
        try DerivationState(connection).set(policies)
    }

    /// Marks files to be read again that have a date which was after tomorrow, if the clock has moved by more than a
    /// day.
    ///
    /// - `now`: Microseconds since 1970.
    package func setClock(_ now: Int64) throws { try DerivationState(connection).set(clock: now) }

    /// Notes that a file was read that has such a date.
    package func noteAwaitsClock() throws { try DerivationState(connection).noteAwaitsClock() }

    /// Marks files to be read again that are affected by changed rules.
    ///
    /// - `revision`: The number of the present rules.
    /// - `types`: Returns the uniform type identifiers affected since an earlier number, 0 if there was no earlier one;
    ///   nil for all.
    package func setRules(
        revision: Int,
        concerned types: (_ since: Int) -> Set<String>?
    ) throws {
        try DerivationState(connection).set(revision: revision, concerned: types)
    }

    /// Writes which directories could not be listed, with the `errno` of each.
    package func setUnlisted(_ directories: [Int64: Int32]) throws {
        let list = directories.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        try setStatus("unlisted", list.joined(separator: "\n"))
    }

    /// Stores a value for `status` to show.
    package func setStatus(_ key: String, _ value: String) throws {
        try StatusTable(connection).set(key, value)
    }

    /// Returns a value stored for `status`.
    package func status(_ key: String) throws -> String? { try StatusTable(connection).value(key) }

    package func removeStatus(_ key: String) throws { try StatusTable(connection).remove(key) }

    package func statusKeys(beginningWith prefix: String) throws -> [String] {
        try StatusTable(connection).keys(beginningWith: prefix)
    }

    /// Checks all of the catalogue, which takes about a second for each 100 MB.
    ///
    /// - Throws: ``CatalogueError`` if it is damaged.
    package func requireSound() throws {
        try connection.query { try $0.requireSound(connection.path) }
    }

    /// Checkpoints the log and releases cached pages, after a while without work.
    package func rest() throws { try DatabaseUpkeep(connection).becomeIdle() }

    /// Checkpoints and truncates the log, as far as readers and the disk allow.
    ///
    /// Otherwise the pages of a transaction that was rolled back remain in the log's file, and may be the ones that
    /// fill the disk.
    package func shrink() throws { try DatabaseUpkeep(connection).truncateLog() }

    /// Returns free pages to the disk, if most of the file is free; call it outside a transaction.
    ///
    /// - Returns: Whether the file became smaller.
    package func compact() throws -> Bool { try DatabaseUpkeep(connection).compact() }

    /// Writes the log back into the database file, as far as readers allow.
    package func checkpoint() throws { try DatabaseUpkeep(connection).checkpoint() }
}
