/// Finds members by index, starting from the one found last.
struct MemberSeeker {
    private let rows: MemberRows
    private var size: Int
    private var known: (index: Int, position: Int64)?

    init(_ rows: MemberRows) throws {
        self.rows = rows
        let size = try rows.statements.size.bind(1, rows.album)
            .first { $0.integer(0) }
        self.size = Int(size ?? 0)
    }

    /// Returns the position of the member with an index; nil if there are fewer members.
    mutating func position(at index: Int) throws -> Int64? {
        guard index < size else { return nil }
        let statements = try rows.statements
        let (start, position) = known.flatMap { $0.index <= index ? $0 : nil } ?? (0, .min)
        let found =
            index - start <= size - index
            ? try statements.atIndex.bind(1, rows.album).bind(2, position)
                .bind(3, Int64(index - start)).first { $0.integer(0) }
            : try statements.atIndexFromEnd.bind(1, rows.album).bind(2, Int64(size - 1 - index))
                .first { $0.integer(0) }
        known = found.map { (index, $0) }
        return found
    }

    /// Continues after the inserted members.
    mutating func note(inserted count: Int, at index: Int, last: Int64) {
        known = (min(index, size) + count - 1, last)
        size += count
    }
}
