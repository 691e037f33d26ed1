internal import PhotoModel
internal import PredicateFormat

/// Which smart albums an asset is in, as a set of bits in the order of the albums.
///
/// Nearly all of them ask only what few assets differ in, so their answers are kept.
struct SmartMembership {
    private var known: [AssetMarks: [Bool]] = [:]
    private var byMarks: [(index: Int, predicate: PredicateTree)] = []
    private var others: [(index: Int, predicate: PredicateTree)] = []
    private let count: Int

    init(_ predicates: [PredicateTree] = []) {
        count = predicates.count
        for (index, predicate) in predicates.enumerated() {
            if predicate.keys.isSubset(of: AssetMarks.keys), !predicate.dependsOnTime {
                byMarks.append((index, predicate))
            } else {
                others.append((index, predicate))
            }
        }
    }

    /// For each album whether the asset is in it; nothing is in any when there is no asset.
    mutating func albums(of record: AssetRecord?, now: Int64) -> [Bool] {
        guard let record else { return [Bool](repeating: false, count: count) }
        var albums = known(record)
        for (index, predicate) in others { albums[index] = predicate.matches(record, now: now) }
        return albums
    }

    private mutating func known(_ record: AssetRecord) -> [Bool] {
        let marks = AssetMarks(record)
        if let albums = known[marks] { return albums }
        var albums = [Bool](repeating: false, count: count)
        for (index, predicate) in byMarks { albums[index] = predicate.matches(record, now: 0) }
        // Files that say ever new things must not fill the memory.
        if known.count >= 1_024 { known = [:] }
        known[marks] = albums
        return albums
    }
}
