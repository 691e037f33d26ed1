package import PhotoModel

/// The history of changes.
extension CatalogueReader {
    /// Returns the sequence number of the last commit, and the one up to which history is pruned.
    package func bounds() throws -> (sequence: Int64, pruned: Int64) { try history.bounds() }

    /// Whether the catalogue got in sync with the folders after a position.
    package func isSynced(since base: Int64) throws -> Bool { try history.isSynced(since: base) }

    /// Returns the token of the last commit.
    package func currentToken() throws -> ChangeToken { try history.currentToken() }

    /// Whether a token names a position that the catalogue never had: it belongs to another catalogue, or an earlier
    /// state was restored, such as a backup.
    package func isLost(_ token: ChangeToken) throws -> Bool {
        do {
            _ = try history.window(since: token)
            return false
        } catch let expiry as ChangeToken.Expiry {
            return expiry == .future || expiry == .otherLibrary
        }
    }

    /// Returns the token of a position in a window; call within ``snapshot(_:)``.
    package func token(at position: Int64, in window: ChangeWindow) throws -> ChangeToken {
        try history.token(at: position, in: window)
    }

    /// Returns the window from a token to the last commit, or to where the token's replay ends.
    ///
    /// `token`: Nil for everything there is.
    /// Throws ``ChangeToken/Expiry`` if the token cannot be honoured.
    package func window(since token: ChangeToken?) throws -> ChangeWindow {
        try history.window(since: token)
    }

    /// Returns the window after another.
    ///
    /// Throws ``ChangeToken/Expiry`` if the history it needs has been pruned.
    package func window(after window: ChangeWindow) throws -> ChangeWindow {
        try history.window(after: window)
    }

    /// Continues an interrupted window in another snapshot: up to the present, remembering what was read in which
    /// state.
    ///
    /// Throws ``ChangeToken/Expiry`` if the history it needs has been pruned.
    package func continued(_ window: ChangeWindow) throws -> ChangeWindow {
        try history.continued(window)
    }

    /// Whether nothing was committed after a window's end.
    package func isCurrent(_ window: ChangeWindow) throws -> Bool {
        try snapshot { try history.bounds().sequence <= window.end }
    }

    /// Calls `body` with the next entries of a window, in order, until it returns false.
    ///
    /// Must be called on the snapshot in which the window was made or continued: objects are reported in their present
    /// state. The window's position advances past each entry that was delivered, including the one for which `body`
    /// returns false.
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

    /// Returns the transactions after a token, oldest first; call within ``snapshot(_:)``.
    ///
    /// Throws ``ChangeToken/Expiry`` if the token cannot be honoured.
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

    /// Whether anything but the conditions of roots changed since a position.
    package func hasNews(since base: Int64) throws -> Bool { try tracking.hasNews(since: base) }
}

/// The changes of single objects.
extension CatalogueReader {
    private var objects: ObjectTracking {
        ObjectTracking(session: session, assets: assetQueries, history: history)
    }

    /// Returns the asset in its present state, nil if it is gone, and whether its content changed; nil if nothing
    /// changed it since a position.
    ///
    /// Call within ``snapshot(_:)``.
    package func difference(
        _ before: AssetRecord,
        since base: Int64
    ) throws -> (after: AssetRecord?, isContent: Bool)? {
        try objects.difference(before, since: base)
    }

    /// Returns which properties of a collection changed since a position; nil if the history reaches back that far and
    /// has no row of it.
    ///
    /// Call within ``snapshot(_:)``.
    package func changedKeys(
        of object: Int64,
        _ kind: HistoryKind,
        since base: Int64
    ) throws -> CollectionKeys? {
        try objects.changedKeys(of: object, kind, since: base)
    }

    /// Returns the identifiers of the collections in the history since a position, including those whose members
    /// changed, but not those that only changed places.
    ///
    /// Call within ``snapshot(_:)``.
    package func changedCollections(since base: Int64) throws -> Set<ObjectUUID> {
        try objects.collections(since: base)
    }
}
