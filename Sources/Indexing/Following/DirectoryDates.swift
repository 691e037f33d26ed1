internal import Catalogue
internal import Kernel
internal import LibraryFiles
internal import MediaMetadata
internal import PhotoModel

/// Updates the dates of photos that are taken from directory names when a directory is renamed or moved.
///
/// The catalogue has everything that is needed, so no file is read again. Nothing is examined below directories whose
/// names give the same date as before.
struct DirectoryDates {
    private let writer: CatalogueWriter
    private let time: any TimeSource
    private let isOn: () -> Bool

    init(_ context: IndexingContext) {
        self.init(context.writer, context.system.time) { context.options.policies.datesFromNames }
    }

    /// `isOn`: Whether dates are taken from names.
    init(_ writer: CatalogueWriter, _ time: any TimeSource, isOn: @escaping () -> Bool) {
        (self.writer, self.time, self.isOn) = (writer, time, isOn)
    }

    /// Moves a directory, and updates the dates of the photos below it that are taken from directory names.
    func move(_ directory: Int64, to parent: Int64, name: [UInt8], root: Int64) throws {
        try update(below: directory) {
            try writer.move(directory, to: parent, name: name, root: root)
        }
    }

    /// Updates the dates of the photos below a directory that are taken from directory names, after a move.
    func update(below directory: Int64, _ move: () throws -> Void) throws {
        let before = DirectoryDate(of: directory, in: writer)
        try move()
        let after = DirectoryDate(of: directory, in: writer)
        guard before != after, isOn() else { return }
        try writer.write { try update(below: directory, before, after) }
    }

    private func update(
        below top: Int64,
        _ before: DirectoryDate,
        _ after: DirectoryDate
    ) throws {
        var changed = [top: (before: before, after: after)]
        if !before.tellsTheSame(as: after) { try update(in: top, after) }
        // Parents come first.
        for directory in try writer.subtree(top) where directory != top {
            guard let record = writer.directories[directory],
                let above = record.parent.flatMap({ changed[$0] })
            else { continue }
            let before = above.before.entering(record.name)
            let after = above.after.entering(record.name)
            guard before != after else { continue }
            changed[directory] = (before, after)
            if !before.tellsTheSame(as: after) { try update(in: directory, after) }
        }
    }

    private func update(in directory: Int64, _ told: DirectoryDate) throws {
        let now = time.date
        for id in try writer.assetsWithoutDate(in: directory) {
            guard let before = try writer.asset(id) else { continue }
            var after = before.alone
            let (date, traits) = (after.creationDate, after.traits)
            after.takeDate(fromNames: told, now: now)
            guard !after.creationDate.isWritten(like: date) || after.traits != traits else {
                continue
            }
            if after.traits.contains(.awaitsClock) { try writer.noteAwaitsClock() }
            try writer.update(from: before, to: after, contentChanged: false)
        }
    }
}
