/// The table `status`: values by key, for `status` to show and for the next start.
struct StatusTable {
    private let connection: WriteConnection

    init(_ connection: WriteConnection) {
        self.connection = connection
    }

    func set(_ key: String, _ value: String) throws {
        try connection.prepare("INSERT OR REPLACE INTO status VALUES (?1, ?2)").bind(1, text: key)
            .bind(2, text: value).run()
    }

    func value(_ key: String) throws -> String? {
        try connection.prepare("SELECT value FROM status WHERE key = ?").bind(1, text: key)
            .first { $0.optionalText(0) } ?? nil
    }

    func remove(_ key: String) throws {
        try connection.prepare("DELETE FROM status WHERE key = ?").bind(1, text: key).run()
    }

    func keys(beginningWith prefix: String) throws -> [String] {
        var keys: [String] = []
        try connection.prepare("SELECT key FROM status WHERE substr(key, 1, length(?1)) = ?1")
            .bind(1, text: prefix).forEach { keys.append($0.optionalText(0) ?? "") }
        return keys
    }
}
