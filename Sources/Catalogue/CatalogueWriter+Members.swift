internal import PhotoModel

extension CatalogueWriter {
    /// The members of an album, in its order.
    package func members(of album: Int64) throws -> [Int64] {
        var members: [Int64] = []
        try statements.members.inOrder.bind(1, album).forEach { members.append($0.integer(1)) }
        return members
    }

    /// Makes the members of an album just these assets, in this order.
    ///
    /// Of a directory's album these are the ones that lie elsewhere; they have no order there.
    package func setMembers(of album: Int64, _ assets: [Int64]) throws {
        try editMembers(of: album) { rows in
            try rows.set(assets)
            return true
        }
    }

    /// Changes who is a member of an album.
    ///
    /// `edit`: Makes the changes, and answers whether the album is said to have changed.
    package func editMembers(of album: Int64, _ edit: (MemberRows) throws -> Bool) throws {
        guard try edit(MemberRows(writer: self, album: album)) else { return }
        guard let directory = directories[album] else {
            return try recordUserCollection(album, .changed(.count))
        }
        let hasMembers = try statements.members.any.bind(1, album).first { _ in true } ?? false
        if hasMembers != directory.hasMembers {
            directories[album]?.hasMembers = hasMembers
            try statements.setHasMembers.bind(1, album).bind(2, Int64(hasMembers ? 1 : 0))
                .bind(3, writing).run()
        }
        noteMembers(of: album)
    }

    /// Whether the members of an album the user made are just those of a list of it, in its order.
    ///
    /// True only if that is known without going through them.
    package func isCurrent(_ list: TrackedListing, of album: Int64) throws -> Bool {
        guard list.query.scope == .userAlbum(album), list.query.orders.isEmpty else { return false }
        // As many as there are, of an album that has not changed since: no condition left anything out.
        let size = try statements.members.size.bind(1, album).first { $0.integer(0) }
        guard size == Int64(list.count) else { return false }
        return try prepare(
            """
            SELECT pruned <= ?1 AND NOT EXISTS
                (SELECT 1 FROM change
                 WHERE object = ?2 AND kind = ?3 AND \(HistoryKind.indexed) AND sequence > ?1)
            FROM library
            """
        ).bind(1, list.position).bind(2, album).bind(3, HistoryKind.userAlbum.rawValue)
            .first { $0.integer(0) == 1 } ?? false
    }

    /// Counts assets that an album has come to show or shows no more.
    func countMembers(of album: Int64, by delta: Int64) throws {
        guard directories[album] == nil else {
            directories[album]?.addedCount += delta
            return
        }
        try statements.members.count.bind(1, album).bind(2, delta).run()
    }

    /// Notes that the assets that were added to a directory's album are others.
    private func noteMembers(of directory: Int64) {
        rememberBefore(directory)
        accounting.directories[directory, default: 0] += 0
    }

    /// Notes an asset that comes, goes or changes, for the albums it was added to.
    func accountMembers(before: AssetRecord?, after: AssetRecord?) throws {
        guard let id = before?.id ?? after?.id else { return }
        let comesOrGoes = (before == nil) != (after == nil)
        guard
            comesOrGoes || before?.directory != after?.directory
                || before?.creationDate.microseconds != after?.creationDate.microseconds
        else { return }
        var memberships: [(album: Int64, position: Int64, date: Int64?)] = []
        try statements.members.ofAsset.bind(1, id).forEach {
            memberships.append(($0.integer(0), $0.integer(1), $0.optionalInteger(2)))
        }
        for (album, position, was) in memberships {
            if comesOrGoes, directories[album] == nil { accounting.userAlbums.insert(album) }
            if comesOrGoes, directories[album] != nil { noteMembers(of: album) }
            let isCounted = after != nil && after?.directory != album
            let isNow = isCounted ? after?.creationDate.microseconds : nil
            guard was != isNow else { continue }
            try statements.members.setDate.bind(1, album).bind(2, position).bind(3, isNow).run()
            let delta: Int64 = (isNow == nil ? 0 : 1) - (was == nil ? 0 : 1)
            if delta != 0 { try countMembers(of: album, by: delta) }
        }
    }

    func sayUserAlbums() throws {
        for album in accounting.userAlbums.sorted() {
            try recordUserCollection(album, .changed(.count))
        }
    }
}
