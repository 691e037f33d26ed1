/// The numbers that the catalogue uses for file systems.
final class VolumeTable {
    private let connection: WriteConnection
    private var numbers: [UInt64: Int64] = [:]

    init(_ connection: WriteConnection) {
        self.connection = connection
    }

    func load() throws {
        numbers = [:]
        try connection.forEachRow("SELECT id, identity FROM volume") {
            numbers[UInt64(bitPattern: $0.integer(1))] = $0.integer(0)
        }
    }

    /// Returns the number of a file system, which is a new one if the file system is not known.
    ///
    /// `former`: The identity that an earlier version may have recorded for it, which is replaced.
    func number(of identity: UInt64, formerly former: UInt64? = nil) throws -> Int64 {
        if let known = numbers[identity] { return known }
        if let former, let known = numbers.removeValue(forKey: former) {
            try connection.prepare("UPDATE volume SET identity = ? WHERE id = ?")
                .bind(1, Int64(bitPattern: identity)).bind(2, known).run()
            numbers[identity] = known
            return known
        }
        let number = (numbers.values.max() ?? 0) + 1
        try connection.prepare("INSERT INTO volume VALUES (?, ?)").bind(1, number)
            .bind(2, Int64(bitPattern: identity)).run()
        numbers[identity] = number
        return number
    }
}
