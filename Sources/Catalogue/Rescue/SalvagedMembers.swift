internal import GRDB

/// Copies the members of albums, whose rows have no numbers, by comparing their table with its one or two indexes.
///
/// An asset is in an album if two of these agree, or if one lists it and the others have lost rows. If two contradict
/// each other, neither is believed: an album should rather lack a photo than have a wrong one.
struct SalvagedMembers {
    private let source: DamagedDatabase
    private let target: Database
    /// Whether something could not be read, or was listed by one only.
    private(set) var isIncomplete = false

    /// `target`: The catalogue that already has the albums and assets.
    init(_ source: DamagedDatabase, into target: Database) {
        (self.source, self.target) = (source, target)
    }

    private static let albums = "SELECT id FROM userCollection UNION SELECT id FROM directory"
    private static let assets =
        "SELECT id FROM asset UNION SELECT id FROM resource UNION SELECT id FROM tombstone"

    /// Returns the number of members that were copied.
    mutating func run() throws -> Int64 {
        let witnesses = MemberWitnesses(source, target)
        try witnesses.begin()
        let (albums, assets) = (try target.numbers(Self.albums), try target.numbers(Self.assets))
        let table = try witnesses.hear(.table, of: albums)
        let byAsset = try witnesses.hear(.byAsset, of: assets)
        let byDate = try witnesses.hear(.byDate, of: albums)
        let taken = try witnesses.takeBelieved(
            alone: [
                .table: !byAsset.isWhole || byAsset.count < table.count,
                .byAsset: !table.isWhole || table.count < byAsset.count,
                .byDate: !table.isWhole && !byAsset.isWhole,
            ]
        )
        let isContradicted = try witnesses.areContradicted()
        isIncomplete = !(table.isWhole && byAsset.isWhole && byDate.isWhole) || isContradicted
        try witnesses.end()
        return taken
    }
}
