internal import Catalogue
internal import Kernel

extension FileTransaction {
    /// Moves deleted assets back to where they were, under another name if theirs is taken.
    ///
    /// - Throws: ``LibraryFileError`` when an asset is not in the trash, or cannot come back.
    package func restore(_ ids: [Int64]) throws {
        for id in Self.once(ids) {
            let files = try writer.trashed(id)
            guard let own = files.first(where: { $0.id == id }) else {
                throw LibraryFileError(.missing, "an asset that was to be restored is not deleted")
            }
            let there = try files.map { try Return($0, writer) }
            let place = try origin(of: own)
            try writer.restore(id, try comeBack(there, to: place))
            try journal.append(files.compactMap(note))
        }
    }

    /// Returns the directory that a file came from: the one named in its note, if the catalogue has lost it.
    private func origin(of file: TrashedFile) throws -> LibraryDirectory {
        guard writer.directories[file.directory] == nil,
            let path = TrashNote(at: file.info)?.original
        else { return try directory(again: file.directory) }
        let directory = Disk.split(path).directory
        let roots = writer.roots.values.filter {
            (directory + [UInt8(ascii: "/")]).starts(with: $0.path + [UInt8(ascii: "/")])
        }
        guard let root = roots.max(by: { $0.path.count < $1.path.count }) else {
            throw LibraryFileError(.missing, "the folder no longer belongs to the library")
        }
        let names = directory.dropFirst(root.path.count).split(separator: UInt8(ascii: "/"))
        return try names.reduce(self.directory(again: root.directory)) { parent, name in
            try self.directory(Array(name), in: parent)
        }
    }

    /// Returns the step that removes the note of a file once the file is back.
    private func note(of file: TrashedFile) -> FileStep? {
        let stat = try? TrashPath(file.info).map(TrashDirectory.entry)?.stat
        return stat.map { .obsolete(file.info, inode: $0.inode) }
    }

    /// A file on its way out of the trash.
    private struct Return {
        let file: TrashedFile
        let entry: DirectoryEntry
        let stat: FileStat

        init(_ file: TrashedFile, _ writer: CatalogueWriter) throws {
            let path = String(decoding: file.path, as: UTF8.self)
            switch try TrashState(of: file, writer) {
            case .there(let entry, let stat):
                (self.file, self.entry, self.stat) = (file, entry, stat)
            case .gone:
                throw LibraryFileError(
                    .missing,
                    "\(path) is not there; the trash was emptied, or is on a disk that is away or on another machine"
                )
            case .another:
                throw LibraryFileError(
                    .missing,
                    "\(path) is no longer in the trash: another file or a link "
                        + "has taken its name there; nothing was moved"
                )
            case .changed:
                throw LibraryFileError(
                    .invalid,
                    "\(path) was written to since it was deleted, so it is not what would come back; "
                        + "nothing was moved. To have it as it is, move it out of the trash by hand"
                )
            case .unreachable(let number):
                throw LibraryFileError(number, "taken out of the trash", file.path)
            }
        }
    }

    /// Returns the same numbers, each only at its first position.
    package static func once(_ ids: [Int64]) -> [Int64] {
        var known: Set<Int64> = []
        return ids.filter { known.insert($0).inserted }
    }

    private func comeBack(
        _ files: [Return],
        to place: LibraryDirectory
    ) throws -> [RestoredFile] {
        let moves = try files.map { back in
            let known = try writer.asset(back.file.id)?.file.name
            let name = NumberedName(known ?? Disk.split(back.file.path).name)
            return Arriving(
                entry: back.entry,
                stat: back.stat,
                stem: name.stem,
                ending: name.ending
            )
        }
        let arrived = try arrive(moves, in: place, orUnderOther: \.isTaken)
        return zip(files, arrived).map { back, arrived in
            RestoredFile(
                id: back.file.id,
                directory: place.id,
                name: arrived.name,
                identity: arrived.identity,
                changed: arrived.stat.changed
            )
        }
    }
}
