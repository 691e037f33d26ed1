internal import GRDB

/// Copies the members of albums, whose rows have no numbers: each is in their table and in one or two of its indexes,
/// and what these say of it is compared.
///
/// A photo is in an album if two of them say so, or one whose others have lost rows. Of two that contradict each other
/// neither is believed: an album rather lacks a photo than has another's.
struct SalvagedMembers {
    private let source: DamagedDatabase
    private let target: Database
    /// Whether something could not be read, or was said by one only.
    private(set) var isIncomplete = false

    /// `target`: Where the albums and assets are already.
    init(_ source: DamagedDatabase, into target: Database) {
        (self.source, self.target) = (source, target)
    }

    private static let albums = "SELECT id FROM userCollection UNION SELECT id FROM directory"
    private static let assets =
        "SELECT id FROM asset UNION SELECT id FROM resource UNION SELECT id FROM tombstone"

    /// Returns how many were taken.
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
