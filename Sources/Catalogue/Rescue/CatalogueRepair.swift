internal import PhotoModel

/// Repairs contradictions within a catalogue, of each kind that ``ConsistencyCheck`` finds.
///
/// Directories and files come first, because the rest is derived from them.
struct CatalogueRepair {
    private let writer: CatalogueWriter
    private let makesMoments: Bool

    /// `makesMoments`: Whether to make moments even if the catalogue has none yet.
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
        let moments = writer.collections.moments
        if makesMoments || moments.isKept { try moments.formAll() }
        try forgetHistory()
        try writer.load(since: nil)
    }

    private var marks: String { "(\(AssetMarks.expression))" }

    /// Forgets all history up to a new number, so that no reader continues from an earlier position.
    private func forgetHistory() throws {
        let last = writer.log.next()
        try connection.execute(
            "DELETE FROM change; DELETE FROM commitTime; UPDATE smartAlbum SET changed = NULL"
        )
        try connection.prepare("UPDATE library SET sequence = ?1, pruned = ?1").bind(1, last).run()
        writer.collections.smartAlbums.forgetHistory()
    }
}
