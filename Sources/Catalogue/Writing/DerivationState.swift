internal import PhotoModel

/// The rules by which files were read, so that files are read again if the current rules derive something else.
struct DerivationState {
    private let connection: WriteConnection
    private let status: StatusTable

    init(_ connection: WriteConnection) {
        (self.connection, status) = (connection, StatusTable(connection))
    }

    /// Marks files to be read again that are affected by changed policies.
    func set(_ policies: DerivationPolicies) throws {
        let known = try status.value("policies") ?? ""
        guard known != policies.description else { return }
        if !known.contains(policies.traitPolicies) { try readAgain(DerivationPolicies.traits) }
        // Catalogues of earlier versions do not record it: names yielded fewer dates then.
        if !known.contains(policies.datePolicy) { try readGuessedDatesAgain() }
        try status.set("policies", policies.description)
    }

    /// Marks files to be read again of which a date was after tomorrow, if the clock has moved by more than a day since
    /// they were last marked.
    func set(clock now: Int64) throws {
        let known = try status.value("clock").flatMap { Int64($0) } ?? 0
        guard abs(now - known) > 86_400_000_000 else { return }
        try status.set("clock", "\(now)")
        guard try status.value(Self.awaitsClock) == "1" else { return }
        try status.set(Self.awaitsClock, "0")
        try readAgain(.awaitsClock)
    }

    private static let awaitsClock = "awaitsClock"

    /// Notes that there are such files.
    func noteAwaitsClock() throws {
        if try status.value(Self.awaitsClock) != "1" { try status.set(Self.awaitsClock, "1") }
    }

    private func readAgain(_ traits: AssetTraits) throws {
        try connection.prepare(
            "UPDATE resource SET changed = 0 WHERE id IN (SELECT id FROM asset WHERE traits & ?)"
        ).bind(1, Int64(traits.rawValue)).run()
    }

    private func readGuessedDatesAgain() throws {
        let guesses = [DateSource.filename, .directory, .modificationTime]
            .map { "\($0.rawValue)" }.joined(separator: ", ")
        try connection.prepare(
            """
            UPDATE resource SET changed = 0 WHERE id IN (
                SELECT asset.id FROM asset LEFT JOIN own ON own.id = asset.id
                WHERE ifnull(own.dateSource, asset.dateSource) IN (\(guesses)))
            """
        ).run()
    }

    /// Marks files to be read again that are affected by changed rules.
    func set(revision: Int, concerned types: (_ since: Int) -> Set<String>?) throws {
        let known = try status.value("rules").flatMap { Int($0) } ?? 0
        guard known != revision else { return }
        // An earlier program knows fewer rules, and derives other values.
        let concerned = known > revision ? nil : types(known)
        if let concerned {
            let again = try connection.prepare(
                "UPDATE resource SET changed = 0 WHERE id IN (SELECT id FROM asset WHERE uti = ?)"
            )
            for type in concerned.sorted() { try again.bind(1, text: type).run() }
        } else {
            try connection.prepare("UPDATE resource SET changed = 0").run()
        }
        try status.set("rules", "\(revision)")
    }
}
