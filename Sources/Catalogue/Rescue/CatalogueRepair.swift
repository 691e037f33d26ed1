internal import PhotoModel

/// Mends contradictions within a catalogue, each kind of which ``ConsistencyCheck`` finds.
///
/// What is asked of files comes first, for the rest is derived from it.
struct CatalogueRepair {
    private let writer: CatalogueWriter
    private let makesMoments: Bool

    /// `makesMoments`: Whether to make moments also where none are kept yet.
    init(_ writer: CatalogueWriter, makesMoments: Bool = false) {
        (self.writer, self.makesMoments) = (writer, makesMoments)
    }

    private var connection: WriteConnection { writer.connection }

    /// Runs within a transaction of the writer.
    func run() throws {
        let tree = try DirectoryRepair(writer)
        try tree.dropUnreachable()
        try FileRepair(writer).run()
        try connection.execute(SalvagedEdits.derived)
        try GroupRepair(writer, tree).run()
        try BurstRepair(writer).run()
        try connection.execute("UPDATE asset SET marks = \(marks) WHERE marks IS NOT \(marks)")
        try CollectionRepair(connection).run()
        try tree.count(at: writer.log.next())
        try writer.collections.smartAlbums.recount()
        if makesMoments || writer.collections.moments.isKept { try replaceMoments() }
        try forgetHistory()
        try writer.load(since: nil)
    }

    private var marks: String { "(\(AssetMarks.expression))" }

    private func replaceMoments() throws {
        var items: [MomentClustering.Item] = []
        try connection.forEachRow(MomentClustering.Item.select) {
            items.append(MomentClustering.Item($0))
        }
        try writer.collections.moments.replaceAll(by: MomentClustering.moments(of: items))
    }

    /// Forgets all history up to a new number, so that no reader goes on from what it was told.
    private func forgetHistory() throws {
        let last = writer.log.next()
        try connection.execute(
            "DELETE FROM change; DELETE FROM commitTime; UPDATE smartAlbum SET changed = NULL"
        )
        try connection.prepare("UPDATE library SET sequence = ?1, pruned = ?1").bind(1, last).run()
        writer.collections.smartAlbums.forgetHistory()
    }
}
