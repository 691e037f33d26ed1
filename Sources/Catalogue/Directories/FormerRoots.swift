/// The paths of roots that were forgotten or moved, by the IDs under which the history refers to them.
struct FormerRoots {
    private let status: StatusTable

    /// The number of paths to keep; changes in earlier roots are reported without a root.
    private static let most = 64
    private static let prefix = "root-"

    init(_ status: StatusTable) {
        self.status = status
    }

    /// Returns the key of the table `status` under which the path of a former root is kept.
    static func key(_ id: Int64) -> String { "\(prefix)\(id)" }

    func numbers() throws -> [Int64] {
        try status.keys(beginningWith: Self.prefix).compactMap {
            Int64($0.dropFirst(Self.prefix.count))
        }
    }

    /// Keeps the path of a former root, for people or programs to read.
    func add(_ id: Int64, _ path: [UInt8]) throws {
        try status.set(Self.key(id), String(decoding: path, as: UTF8.self))
        for old in try numbers().sorted().dropLast(Self.most) { try status.remove(Self.key(old)) }
    }
}
