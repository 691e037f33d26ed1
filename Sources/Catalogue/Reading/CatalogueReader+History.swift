package import PhotoModel

/// The history: what changed since when.
extension CatalogueReader {
    /// The sequence number of the last commit, and up to which history is gone.
    package func bounds() throws -> (sequence: Int64, pruned: Int64) { try history.bounds() }

    /// Whether the catalogue came to be in sync with the folders after a position.
    package func isSynced(since base: Int64) throws -> Bool { try history.isSynced(since: base) }

    /// The token of the last commit.
    package func currentToken() throws -> ChangeToken { try history.currentToken() }

    /// Whether a token names a position that the catalogue does not have, now or before: it is of another one, or an
    /// earlier state came back, such as a backup.
    package func isLost(_ token: ChangeToken) throws -> Bool {
        do {
            _ = try history.window(since: token)
            return false
        } catch let expiry as ChangeToken.Expiry {
            return expiry == .future || expiry == .otherLibrary
        }
    }

    /// The token of a place in a window; call within ``snapshot(_:)``.
    package func token(at position: Int64, in window: ChangeWindow) throws -> ChangeToken {
        try history.token(at: position, in: window)
    }

    /// The window from a token to the last commit, or to where the token's replay ends.
    ///
    /// `token`: Nil for everything there is.
    /// Throws ``ChangeToken/Expiry`` when the token cannot be honoured.
    package func window(since token: ChangeToken?) throws -> ChangeWindow {
        try history.window(since: token)
    }

    /// The window after another.
    ///
    /// Throws ``ChangeToken/Expiry`` when the history that this needs is gone meanwhile.
    package func window(after window: ChangeWindow) throws -> ChangeWindow {
        try history.window(after: window)
    }

    /// Continues an interrupted window in another snapshot: up to the present, remembering what was read in
    /// which state.
    ///
    /// Throws ``ChangeToken/Expiry`` if the history it needs has been pruned.
    package func continued(_ window: ChangeWindow) throws -> ChangeWindow {
        try history.continued(window)
    }

    /// Whether nothing was committed after a window's end.
    package func isCurrent(_ window: ChangeWindow) throws -> Bool {
        try snapshot { try history.bounds().sequence <= window.end }
    }

    /// Calls `body` with what comes next in a window, in order, until it has enough.
    ///
    /// Must be called on the snapshot the window was made or continued on: objects come as they
    /// are now. The window's position advances past what was delivered; `body` returns false to stop
    /// after the entry it was given.
    package func forEachChange(
        in window: inout ChangeWindow,
        _ body: (HistoryEntry) throws -> Bool
    ) throws {
        let merge = try HistoryMerge(
            session,
            directories,
            assetQueries,
            collectionQueries,
            window
        )
        while let entry = try merge.next() {
            window.position = entry.position
            if try !body(entry) { return }
        }
        window.position = window.end
    }

    /// The transactions after a token, oldest first; call within ``snapshot(_:)``.
    ///
    /// Throws ``ChangeToken/Expiry`` when the token cannot be honoured.
    package func transactions(since token: ChangeToken) throws -> [CommittedRange] {
        try TransactionQueries(session, history).transactions(since: token)
    }

    /// Returns the changes of assets in a range of the history.
    package func assets(in range: CommittedRange) throws -> TransactionObjects {
        try TransactionQueries(session, history).assets(in: range)
    }

    /// Returns the changes of collections of some kinds in a range of the history.
    package func collections(
        _ kinds: Set<HistoryKind>,
        in range: CommittedRange
    ) throws -> TransactionObjects {
        try TransactionQueries(session, history).collections(kinds, in: range)
    }

    /// Returns the changes of assets since a position; nil if the history does not go back that far.
    ///
    /// Call it within ``snapshot(_:)``.
    package func assetChanges(since base: Int64) throws -> AssetChanges? {
        try tracking.assetChanges(since: base)
    }

    /// Whether anything but the condition of roots is different since a position.
    package func hasNews(since base: Int64) throws -> Bool { try tracking.hasNews(since: base) }
}

/// What changed of single objects.
extension CatalogueReader {
    private var objects: ObjectTracking {
        ObjectTracking(session: session, assets: assetQueries, history: history)
    }

    /// The asset as it is now, nil when it is gone, and whether its pictures are others; nil when nothing changed it
    /// since a position.
    ///
    /// Call within ``snapshot(_:)``.
    package func difference(
        _ before: AssetRecord,
        since base: Int64
    ) throws -> (after: AssetRecord?, isContent: Bool)? {
        try objects.difference(before, since: base)
    }

    /// Which properties of a collection changed since a position; nil when it is not told of there at all.
    ///
    /// Call within ``snapshot(_:)``.
    package func changedKeys(
        of object: Int64,
        _ kind: HistoryKind,
        since base: Int64
    ) throws -> CollectionKeys? {
        try objects.changedKeys(of: object, kind, since: base)
    }

    /// The identifiers of the collections that are told of since a position, of those with other members, too, but not
    /// of those that only changed places.
    ///
    /// Call within ``snapshot(_:)``.
    package func changedCollections(since base: Int64) throws -> Set<ObjectUUID> {
        try objects.collections(since: base)
    }
}
