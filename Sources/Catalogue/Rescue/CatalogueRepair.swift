internal import PhotoModel

extension CatalogueWriter {
    /// Computes anew, in one transaction, everything that the catalogue derives from its files, edits and albums: which
    /// files are one asset, counts, bursts, the dates of members, smart albums, moments.
    ///
    /// What was told of it before may have been wrong. So all history is forgotten, and every reader is answered with
    /// `tokenExpired` and all there is. An indexer that holds the catalogue takes over what was written at its next
    /// transaction.
    package func repair() throws {
        try transaction {
            try applyPendingUpdates()
            try CatalogueRepair(self).run()
        }
    }
}

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
