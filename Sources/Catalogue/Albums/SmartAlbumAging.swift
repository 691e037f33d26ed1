internal import PhotoModel
internal import PredicateFormat

/// Computes how many assets a smart album gains and loses as time passes, for conditions such as "added in
/// the last 30 days".
///
/// A count is stored for one point in time, and only assets whose membership can have changed since are checked.
struct SmartAlbumAging {
    /// The key of the status that holds the time at which the time-dependent counts are valid.
    static let statusKey = "smartAlbumTime"

    private let predicate: PredicateTree
    /// For each date the condition depends on, its queries and the value it is compared with.
    private let stretches: [Stretch]

    private struct Stretch {
        /// The query for whether there is an asset between two dates; most often there is not.
        let any: String
        /// The query for all these assets, with all columns.
        let all: String
        /// Microseconds from now to the time the date is compared with.
        let offset: Int64

        init(column: String, offset: Int64) {
            let condition = "WHERE partOf IS NULL AND \(column) BETWEEN ?1 AND ?2"
            any = "SELECT 1 FROM asset \(condition) LIMIT 1"
            all = "\(AssetColumns.select) \(condition)"
            self.offset = offset
        }
    }

    /// The dates that have an index, in microseconds.
    private static let columns: [PredicateKey: String] = [
        .creationDate: "creationDate", .addedDate: "addedDate",
    ]

    /// Returns nil if the count does not depend on time, or depends on it in a way that requires counting all assets.
    init?(_ predicate: PredicateTree) {
        // The queries below only consider live assets.
        guard let terms = predicate.timeTerms, !terms.isEmpty, !predicate.keys.contains(.isTrashed),
            terms.allSatisfy({ Self.columns[$0.key] != nil }), !predicate.hasLocalTimes
        else { return nil }
        self.predicate = predicate
        stretches = Set(terms).compactMap { term in
            Self.columns[term.key].map { Stretch(column: $0, offset: term.offset) }
        }
    }

    /// Returns the difference between the counts at two times, in microseconds since 1970.
    ///
    /// `prepare`: Prepares a statement that is used only here.
    func difference(
        from start: Int64,
        to end: Int64,
        _ prepare: (String) throws -> SQLiteStatement
    ) throws -> Int64 {
        guard start != end else { return 0 }
        var seen: Set<Int64> = []
        var difference: Int64 = 0
        for stretch in stretches {
            let first = min(start, end) &+ stretch.offset
            let last = max(start, end) &+ stretch.offset
            let any = try prepare(stretch.any).bind(1, first).bind(2, last).first { _ in true }
            guard any != nil else { continue }
            try prepare(stretch.all).bind(1, first).bind(2, last).forEach { row in
                let record = AssetColumns.read(row)
                guard seen.insert(record.id).inserted else { return }
                difference += predicate.matches(record, now: end) ? 1 : 0
                difference -= predicate.matches(record, now: start) ? 1 : 0
            }
        }
        return difference
    }
}
