internal import PhotoModel

/// Writes the history: a row for each change under the next sequence number, and the time of each commit.
final class ChangeLog {
    /// The library's identifier.
    let library: ObjectUUID
    private let connection: WriteConnection
    private let clock: WriterClock
    private let prepared: ChangeLogStatements
    private var position: WriterPosition

    /// Begins an epoch, to which the tokens of writers that opened the catalogue earlier then belong, too.
    init(_ connection: WriteConnection, _ clock: WriterClock, _ identifiers: IdentifierSource)
        throws
    {
        (self.connection, self.clock) = (connection, clock)
        let (epoch, prepared) = try connection.query { database in
            let epoch = try LibraryEpoch(beginning: identifiers, at: clock.now, in: database)
            return (epoch, try ChangeLogStatements(connection))
        }
        (library, self.prepared) = (epoch.library, prepared)
        position = WriterPosition(epoch.sequence)
    }

    private var statements: ChangeLogStatements { get throws { try connection.settled(prepared) } }

    /// The last sequence number that was assigned.
    var sequence: Int64 { position.sequence }

    /// The last sequence number that is committed.
    var committedSequence: Int64 { position.committed }

    /// The number that marks rows others have to read again: the next sequence number.
    var writing: Int64 { position.sequence + 1 }

    /// Takes the next sequence number.
    func next() -> Int64 { position.next() }

    /// Returns whether others may know an object that was created with this number.
    func isKnown(_ id: Int64) -> Bool { id <= position.committed }

    /// Writes a row under the next sequence number.
    func record(_ change: Change) throws {
        let row = change.row
        try statements.insert.bind(1, next()).bind(2, row.object).bind(3, row.kind.rawValue)
            .bind(4, row.change.rawValue).bind(5, row.keys)
            .bind(6, Int64(row.contentChanged ? 1 : 0)).bind(7, row.path).bind(8, row.root)
            .bind(9, row.uuid?.bytes).bind(10, row.dates?.creation)
            .bind(11, row.dates?.modification).run()
    }

    /// Writes a row of a smart album, which refers to the album's previous one, and returns its number.
    func recordSmartAlbum(
        _ id: Int64,
        _ uuid: ObjectUUID,
        _ change: ChangeKind,
        after previous: Int64?
    ) throws -> Int64 {
        let keys: CollectionKeys = change == .changed ? [.count, .dates] : []
        let number = next()
        try statements.insertSmart.bind(1, number).bind(2, id).bind(3, change.rawValue)
            .bind(4, keys.rawValue).bind(5, uuid.bytes).bind(6, previous).run()
        return number
    }

    /// Records that all assets of a directory have moved with it.
    ///
    /// - `count`: The number of these assets.
    /// - `place`: The former place of the directory.
    func recordMove(
        ofAssetsIn directory: Int64,
        _ count: Int64,
        _ keys: AssetKeys,
        from place: RootedPath
    ) throws {
        let prefix = place.path.isEmpty ? [] : place.path + [UInt8(ascii: "/")]
        try statements.moveAll.bind(1, sequence).bind(2, keys.rawValue).bind(3, prefix)
            .bind(4, place.root).bind(5, directory).run()
        position.skip(count)
    }
}

extension ChangeLog {
    /// Catches up, at the beginning of a transaction, with the commits of others.
    ///
    /// Returns the state that has to be reloaded.
    func catchUp() throws -> WriterPosition.Reload {
        let last = try statements.position.first { row in
            let moment = SystemMoment(
                boot: row.optionalText(2) ?? "",
                uptime: row.integer(3),
                boottime: row.integer(4)
            )
            clock.set(age: row.integer(1), at: moment)
            return row.integer(0)
        }
        clock.advance()
        return last.map { position.catchUp(with: $0) } ?? .nothing
    }

    /// Notes that the state in memory may be ahead of the file.
    func markStale() { position.markStale() }

    /// Records the time of a commit, if it changes anything.
    func recordCommit() throws {
        guard position.hasChanges else { return }
        try saveClock()
        try statements.insertCommitTime.bind(1, sequence).bind(2, clock.now).bind(3, clock.age)
            .run()
    }

    /// Notes that all changes are committed; returns false if there were no changes.
    func markCommitted() -> Bool { position.markCommitted() }

    /// Writes the present age of the library, from which the time until the next boot is counted.
    func saveClock() throws {
        clock.advance()
        try statements.setPosition.bind(1, sequence).bind(2, clock.age)
            .bind(3, text: clock.moment.boot).bind(4, clock.moment.uptime)
            .bind(5, clock.moment.boottime).run()
    }

    /// Returns whether others have committed changes that this writer has not caught up with.
    func isBehind() throws -> Bool {
        try connection.query { _ in
            try statements.position.first { $0.integer(0) } != committedSequence
        }
    }

    /// Returns the assets added by other programs since the last call.
    func takeArrivals() throws -> [Int64] {
        guard let foreign = position.takeForeign() else { return [] }
        var found: [Int64] = []
        try connection.query { _ in
            try connection.prepare(
                """
                SELECT id FROM asset WHERE id > ?1 AND id <= ?2 UNION
                SELECT asset.id FROM change JOIN asset ON asset.id = object OR partOf = object
                WHERE sequence > ?1 AND sequence <= ?2 AND kind = \(HistoryKind.asset.sql)
                    AND change = \(ChangeKind.inserted.sql)
                """
            ).bind(1, foreign.after).bind(2, foreign.through)
                .forEach { found.append($0.integer(0)) }
        }
        return found
    }

    /// Returns the token of the position after the last commit, in the epoch of the writer that opened the
    /// catalogue last.
    func token() throws -> ChangeToken {
        let epoch = try connection.query { _ in
            try connection.prepare(LibraryEpoch.selectLast).first { $0.integer(0) }
        }
        return ChangeToken(
            library: library.tokenPart,
            epoch: UInt32(truncatingIfNeeded: epoch ?? 0),
            sequence: committedSequence
        )
    }

    /// Forgets history from before an age of the library; tokens from before it expire.
    ///
    /// `cutoff`: The age, in microseconds.
    func prune(before cutoff: Int64) throws {
        try saveClock()
        try HistoryPruning(connection).prune(before: cutoff)
    }
}
