internal import GRDB
internal import Glibc
internal import Kernel
internal import PhotoModel

/// Sets a damaged catalogue aside, and replaces it with one made from its readable parts.
///
/// Nothing is thrown away: the damaged file stays, with all files beside it, under a name with the date. Saved objects
/// keep their identifiers, and files are recognised by their paths, inodes and contents; all are read again. No earlier
/// token is honoured, because the new catalogue knows none of the earlier epochs.
package struct CatalogueRescue {
    /// The numbers of saved objects.
    package struct Report: Sendable {
        /// The number of saved objects of a kind, and of those there were; nil if that cannot be known.
        package struct Count: Sendable {
            package var saved: Int64
            package var there: Int64?
        }

        /// The present path of the damaged catalogue.
        package var kept: String
        /// The option that names the catalogue in a command.
        fileprivate var option = ""
        /// Files with their identifiers, including those in the trash.
        package var files: Count
        package var edits: Count
        /// User-made albums and folders.
        package var albums: Count
        /// Places in these albums.
        package var members: Count
        /// Files in the trash.
        package var trashed: Count
        /// The folders of the library.
        package var roots: Int64
    }

    private let catalogue: String
    private let lock: CatalogueLock

    /// Whether a file is a catalogue or has been used as one; no other file may be set aside.
    package static func isCatalogue(_ path: String) -> Bool {
        DatabaseHeader.isOfCatalogue(CatalogueLocation.resolved(path))
    }

    /// Takes the catalogue's lock, and keeps it as long as the value lives.
    ///
    /// Throws ``CatalogueError``.
    package init(_ catalogue: String) throws {
        try CatalogueOwner.refuseRoot(catalogue)
        self.catalogue = CatalogueLocation.resolved(catalogue)
        try CatalogueFile.refuseOddity(self.catalogue, .cannotCreate)
        try CatalogueFile.refuseMissing(self.catalogue)
        lock = try CatalogueLock(catalogue: self.catalogue)
    }

    /// Makes a new catalogue, and puts it in the place of the damaged one.
    ///
    /// Throws ``CatalogueError``; then the damaged one is still in its place.
    package func run() throws -> Report {
        let now = SystemClock.shared.date
        let swap = CatalogueSwap(catalogue, keepingAs: "damaged", at: now / 1_000_000)
        let file = try ReplacingFile(at: catalogue)
        var report = try salvage(into: file.hiddenPath, at: now)
        (report.kept, report.option) = (swap.kept, CatalogueLocation.option(catalogue))
        try complete(file.hiddenPath, &report)
        var found = stat()
        let mode = unsafe stat(catalogue, &found) == 0 ? found.st_mode & 0o777 : 0o600
        try file.finish(mode: mode)
        _ = try swap.put(file, during: WritingPause(catalogue: catalogue))
        return report
    }

    /// Copies the readable parts of the catalogue.
    private func salvage(into path: String, at now: Int64) throws -> Report {
        let queue = try CatalogueFile.openForWriting(path)
        return try CatalogueError.translating(path, queue) { target in
            let source = DamagedDatabase(
                catalogue,
                scratch: path + "-source",
                tables: try TableList(target)
            )
            let salvage = CatalogueSalvage(source, scratch: path + "-leaves", into: target, at: now)
            try target.inTransaction {
                try salvage.run()
                return .commit
            }
            let files = ["resourceByName", "resourceByInode"]
            return Report(
                kept: "",
                files: Report.Count(
                    saved: try salvage.savedFiles(),
                    there: [salvage.count("asset"), salvage.count("resource", indexes: files)]
                        .compactMap(\.self).max()
                ),
                edits: Report.Count(saved: 0, there: salvage.count("edit")),
                albums: Report.Count(saved: 0, there: salvage.count("userCollection")),
                members: Report.Count(
                    saved: 0,
                    there: salvage.count("member", indexes: ["memberByAsset"])
                ),
                trashed: Report.Count(saved: 0, there: salvage.count("trash")),
                roots: 0
            )
        }
    }

    /// Gives a directory to each root that lost its own; the first photo in it settles which directory that is.
    private func addLostRootDirectories(_ writer: CatalogueWriter) throws {
        for root in writer.roots.values
        where writer.directories[root.directory]?.parent != nil
            || writer.directories[root.directory]?.root != root.id
        {
            var directory = DirectoryRecord()
            directory.root = root.id
            directory.name = root.path.split(separator: 0x2F).last.map(Array.init) ?? root.path
            directory = try writer.insert(directory)
            try writer.connection.prepare("UPDATE root SET directory = ?2 WHERE id = ?1")
                .bind(1, root.id).bind(2, directory.id).run()
        }
    }

    /// Makes a catalogue from the copied rows, then counts and records the saved objects.
    private func complete(_ path: String, _ report: inout Report) throws {
        let writer = try CatalogueWriter(path: path, as: .editor)
        func count(_ table: String) throws -> Int64 {
            try writer.connection.prepare("SELECT count(*) FROM \(table)").first { $0.integer(0) }
                ?? 0
        }
        try writer.transaction {
            try addLostRootDirectories(writer)
            try CatalogueRepair(writer, makesMoments: !writer.assets.isEmpty).run()
            try writer.connection.execute(Self.forgetLost)
            report.edits.saved = try count("edit")
            report.albums.saved = try count("userCollection")
            report.members.saved = try count("member")
            report.trashed.saved = try count("trash")
            report.roots = try count("root")
            try writer.setStatus(Report.statusKey, report.description)
            try writer.setStatus(Report.keptKey, report.kept)
            try writer.setStatus(Report.newsKey, "")
        }
        try writer.shrink()
    }

    /// Deletes the edits and memberships of assets of which nothing else is left.
    private static let forgetLost = """
        DELETE FROM edit WHERE id NOT IN (SELECT id FROM asset) AND id NOT IN (SELECT id FROM tombstone);
        DELETE FROM member WHERE asset NOT IN (SELECT id FROM asset)
            AND asset NOT IN (SELECT id FROM tombstone)
        """
}

extension CatalogueRescue.Report: CustomStringConvertible {
    /// The status key of the report.
    package static let statusKey = "rescued"
    fileprivate static let keptKey = "rescuedFrom"
    static let newsKey = "rescueIsNews"

    /// Returns the report for a library's status, as long as the damaged catalogue is kept.
    package static func note(in status: [String: String]) -> String? {
        kept(in: status).flatMap { _ in status[statusKey] }
    }

    /// Returns the path of the damaged catalogue that this one was saved from; nil if there was no damage or it is
    /// gone.
    static func kept(in status: [String: String]) -> String? {
        status[keptKey].flatMap { unsafe access($0, F_OK) == 0 ? $0 : nil }
    }

    private var trash: String {
        trashed.there == 0 && trashed.saved == 0 ? "" : ", \(trashed) files in the trash"
    }

    /// One line, for the journal, `status` and the feed.
    package var description: String {
        "the catalogue was damaged; saved: \(files) files with their identifiers, \(edits) edits, "
            + "\(albums) albums and folders with \(members) places in them\(trash). The damaged one is kept as \(kept); "
            + "instead of it a backup can be put in place, as it was made: heliograph restore-catalogue FILE\(option)"
    }
}

extension CatalogueRescue.Report.Count: CustomStringConvertible {
    package var description: String {
        there.map { "\(saved) of \(max($0, saved))" } ?? "\(saved) of an unknown number of"
    }
}
