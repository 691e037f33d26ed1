internal import GRDB
internal import PhotoModel

/// The assets that users added to albums, both to albums of their own and to those of directories.
final class AlbumMembers {
    private let connection: WriteConnection
    private let directories: DirectoryStore
    private let albums: DirectoryAlbums
    private let collections: UserCollections
    private let prepared: MemberStatements
    /// The user-created albums whose members changed in this transaction.
    private var pending: Set<Int64> = []

    init(
        _ connection: WriteConnection,
        _ directories: DirectoryStore,
        _ albums: DirectoryAlbums,
        _ collections: UserCollections
    ) throws {
        (self.connection, self.directories) = (connection, directories)
        (self.albums, self.collections) = (albums, collections)
        prepared = try connection.query { try MemberStatements($0) }
    }

    var statements: MemberStatements { get throws { try connection.settled(prepared) } }

    /// Returns the members of an album in its order.
    func members(of album: Int64) throws -> [Int64] {
        var members: [Int64] = []
        try statements.inOrder.bind(1, album).forEach { members.append($0.integer(1)) }
        return members
    }

    /// Returns whether an asset is in any album.
    func contains(_ asset: Int64) throws -> Bool {
        try statements.ofAsset.bind(1, asset).first { _ in true } ?? false
    }

    /// Changes the members of an album.
    ///
    /// `edit`: Makes the changes; returns whether the album is recorded as changed if any row is.
    func edit(_ album: Int64, _ edit: (MemberRows) throws -> Bool) throws {
        let written = try connection.query { $0.totalChangesCount }
        guard try edit(MemberRows(table: self, album: album)),
            try connection.query({ $0.totalChangesCount }) != written
        else { return }
        guard let directory = directories[album] else {
            return try collections.record(.changed(.count), of: album)
        }
        let hasMembers = try statements.any.bind(1, album).first { _ in true } ?? false
        if hasMembers != directory.hasMembers {
            try directories.set(hasMembers: hasMembers, of: album)
        }
        albums.membersChanged(of: album)
    }

    /// Returns whether a list of a user-created album still equals its members, in order.
    ///
    /// True only if this is known without comparing them.
    func isCurrent(_ list: TrackedListing, of album: Int64) throws -> Bool {
        guard list.query.scope == .userAlbum(album), list.query.orders.isEmpty else { return false }
        // The list is as long as the album, which has not changed since: no condition left anything out.
        let size = try statements.size.bind(1, album).first { $0.integer(0) }
        guard size == Int64(list.count) else { return false }
        return try connection.prepare(
            """
            SELECT pruned <= ?1 AND NOT EXISTS
                (SELECT 1 FROM change WHERE object = ?2 AND kind = \(HistoryKind.userAlbum.sql)
                    AND \(HistoryKind.indexed) AND sequence > ?1)
            FROM library
            """
        ).bind(1, list.position).bind(2, album).first { $0.integer(0) == 1 } ?? false
    }

    /// Adjusts the number of assets that an album shows.
    func count(_ album: Int64, by delta: Int64) throws {
        guard directories[album] == nil else { return directories.countAdded(album, by: delta) }
        try collections.count(album, by: delta)
    }
}

extension AlbumMembers {
    private struct Membership {
        let album: Int64
        let position: Int64
        let date: Int64?
    }

    var hasPendingUpdates: Bool { !pending.isEmpty }

    /// Updates the rows of an asset that comes, goes or changes in the albums it was added to.
    func assetChanged(from before: AssetRecord?, to after: AssetRecord?) throws {
        guard let id = before?.id ?? after?.id else { return }
        let comesOrGoes = (before == nil) != (after == nil)
        guard
            comesOrGoes || before?.directory != after?.directory
                || before?.creationDate.microseconds != after?.creationDate.microseconds
        else { return }
        var memberships: [Membership] = []
        try statements.ofAsset.bind(1, id).forEach {
            memberships.append(
                Membership(
                    album: $0.integer(0),
                    position: $0.integer(1),
                    date: $0.optionalInteger(2)
                )
            )
        }
        for membership in memberships {
            if comesOrGoes { enqueue(membership.album) }
            try update(membership, after)
        }
    }

    private func enqueue(_ album: Int64) {
        if directories[album] == nil {
            pending.insert(album)
        } else {
            albums.membersChanged(of: album)
        }
    }

    private func update(_ member: Membership, _ asset: AssetRecord?) throws {
        let isCounted = asset != nil && asset?.directory != member.album
        let date = isCounted ? asset?.creationDate.microseconds : nil
        guard member.date != date else { return }
        try statements.setDate.bind(1, member.album).bind(2, member.position).bind(3, date).run()
        let delta: Int64 = (date == nil ? 0 : 1) - (member.date == nil ? 0 : 1)
        if delta != 0 { try count(member.album, by: delta) }
    }

    /// Records a change of each album whose members changed.
    func applyPendingUpdates() throws {
        for album in pending.sorted() { try collections.record(.changed(.count), of: album) }
    }

    func discardPendingUpdates() { pending = [] }
}
