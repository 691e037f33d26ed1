/// The catalogue's numbers of file systems.
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

    /// The number of a file system, a new one when it is not known.
    func number(of identity: UInt64) throws -> Int64 {
        if let known = numbers[identity] { return known }
        let number = Int64(numbers.count + 1)
        try connection.prepare("INSERT INTO volume VALUES (?, ?)").bind(1, number)
            .bind(2, Int64(bitPattern: identity)).run()
        numbers[identity] = number
        return number
    }
}
