internal import GRDB
internal import Glibc
internal import Kernel
internal import PhotoModel

/// Sets a damaged catalogue aside, and makes another one of what can be read of it.
///
/// Nothing is thrown away: the damaged file stays, with all files beside it, under a name with the date. What is saved
/// has its identifiers, and files are recognised by their paths, inodes and contents; all are read again. No token of
/// before is honoured: the new catalogue knows none of the epochs there were.
package struct CatalogueRescue {
    /// What was saved.
    package struct Report: Sendable {
        /// How many there were of something is nil where that cannot be known.
        package struct Count: Sendable {
            package var saved: Int64
            package var there: Int64?
        }

        /// Where the damaged catalogue lies now.
        package var kept: String
        /// What names the catalogue in a line to type.
        fileprivate var option = ""
        /// Files with their identifiers, those in the trash too.
        package var files: Count
        package var edits: Count
        /// Albums and folders that users made.
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

    /// Whether a file is a catalogue, or has been used as one: anything else is nobody's to set aside.
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

    /// Makes another catalogue, and puts it in the place of the damaged one.
    ///
    /// Throws ``CatalogueError``; the damaged one is where it was then.
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
        _ = try swap.put(file)
        return report
    }

    /// Copies what can be read.
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

    /// Gives roots a directory whose own was lost; which one it is, is settled with the first photo in it.
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

    /// Makes a catalogue of what was copied, writes down what was saved, and counts it.
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

    /// What was done to assets of which nothing else is left.
    private static let forgetLost = """
        DELETE FROM edit WHERE id NOT IN (SELECT id FROM asset) AND id NOT IN (SELECT id FROM tombstone);
        DELETE FROM member WHERE asset NOT IN (SELECT id FROM asset)
            AND asset NOT IN (SELECT id FROM tombstone)
        """
}

extension CatalogueRescue.Report: CustomStringConvertible {
    /// The key of the status under which it is kept.
    package static let statusKey = "rescued"
    fileprivate static let keptKey = "rescuedFrom"
    static let newsKey = "rescueIsNews"

    /// What a library's status has to say of it, for as long as the damaged catalogue is kept.
    package static func note(in status: [String: String]) -> String? {
        kept(in: status).flatMap { _ in status[statusKey] }
    }

    /// Where the damaged catalogue is kept of which this one was saved; nil where there is none, or none any more.
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
