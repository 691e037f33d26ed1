internal import PhotoModel
internal import PredicateFormat

/// Determines which smart albums an asset is in, by their indexes in the list of albums.
///
/// Nearly all albums depend only on properties with few different values, so the results are cached.
struct SmartMembership {
    private var known: [AssetMarks: [Int]] = [:]
    private var byMarks: [(index: Int, predicate: PredicateTree)] = []
    private var others: [(index: Int, predicate: PredicateTree)] = []

    init(_ predicates: [PredicateTree] = []) {
        for (index, predicate) in predicates.enumerated() {
            if predicate.keys.isSubset(of: AssetMarks.keys), !predicate.dependsOnTime {
                byMarks.append((index, predicate))
            } else {
                others.append((index, predicate))
            }
        }
    }

    /// Calls `body` with each album the asset is in, in no particular order.
    mutating func forEachAlbum(of record: AssetRecord, now: Int64, _ body: (Int) -> Void) {
        for index in known(record) { body(index) }
        for (index, predicate) in others where predicate.matches(record, now: now) { body(index) }
    }

    private mutating func known(_ record: AssetRecord) -> [Int] {
        let marks = AssetMarks(record)
        if let albums = known[marks] { return albums }
        let albums = byMarks.filter { $0.predicate.matches(record, now: 0) }.map(\.index)
        // Bounds the memory if the values differ from file to file.
        if known.count >= 1_024 { known = [:] }
        known[marks] = albums
        return albums
    }
}
