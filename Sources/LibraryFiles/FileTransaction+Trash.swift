internal import Catalogue
internal import Glibc
internal import Kernel
internal import PhotoModel

extension FileTransaction {
    /// A file on its way into the trash.
    private struct Departure {
        let record: AssetRecord
        let path: [UInt8]
        var stat: FileStat
        let trashes: [TrashDirectory]
        /// The index of the trash in use, and the number of the name in it.
        var choice = 0
        var attempt = 0

        var inode: UInt64 { stat.inode }
        /// The identity of the file on disk.
        var identity: FileIdentity {
            var identity = record.file.identity
            identity.inode = Int64(bitPattern: stat.inode)
            identity.size = Int64(stat.size)
            (identity.modified, identity.born) = (stat.modified, stat.born)
            return identity
        }
        var name: [UInt8] {
            NumberedName(record.file.name).attempt(attempt, most: TrashDirectory.longestName)
        }
        var file: DirectoryEntry { trashes[choice].file(name) }
        var info: DirectoryEntry { trashes[choice].info(name) }

        /// The same after the move: on overlayfs, a file of a lower layer is then a new one with the same content.
        var moved: Departure {
            guard let now = try? file.stat, now.isRegularFile, now.size == stat.size,
                now.modified == stat.modified
            else { return self }
            var moved = self
            moved.stat = now
            return moved
        }

        func isFree() throws(SystemError) -> Bool {
            if try file.isTaken { return false }
            return try !info.isTaken
        }
    }

    /// Moves assets with all their files to the trash of their file system.
    ///
    /// - Throws: ``LibraryFileError`` when an asset is not there, or its files cannot be moved.
    package func trash(_ ids: [Int64]) throws {
        let assets = try Self.once(ids).map { id in
            guard let record = try writer.asset(id), record.isShown else {
                throw LibraryFileError(.missing, "an asset that was to be deleted has gone")
            }
            return (record: record, files: try writer.files(of: record))
        }
        let trashed = try moveToTrash(assets.map(\.files))
        for (asset, files) in zip(assets, trashed) { try writer.trash(asset.record, files) }
    }

    /// Moves the files of assets to the trash of their file system; the catalogue's records stay.
    func moveToTrash(_ assets: [[AssetRecord]]) throws -> [[TrashedFile]] {
        var known: [MountedPlace: [TrashDirectory]] = [:]
        var taken: Set<[UInt8]> = []
        let departures = try assets.map { records in
            try records.compactMap { record in
                guard var file = try departure(of: record, &known) else { return Departure?.none }
                try Self.choose(&file, &taken)
                return file
            }
        }
        let now = time(nil)
        // All steps are noted at once: waiting for the disk is what takes the time.
        try journal.append(departures.flatMap { $0 }.flatMap { Self.steps($0, now) })
        return try departures.map { files in
            try files.map { file in
                let file = try depart(file, now)
                return TrashedFile(
                    file.record,
                    path: file.file.path,
                    info: file.info.path,
                    as: file.identity
                )
            }
        }
    }

    private func departure(
        of record: AssetRecord,
        _ known: inout [MountedPlace: [TrashDirectory]]
    ) throws -> Departure? {
        guard let directory = writer.absolutePath(record.directory) else { return nil }
        let path = Disk.join(directory, record.file.name)
        guard let entry = try? journal.territory(writer).entry(path), let stat = try? entry.stat,
            stat.isRegularFile
        else {
            throw LibraryFileError(
                .missing,
                "\(String(decoding: path, as: UTF8.self)) is not there; nothing was deleted"
            )
        }
        guard !record.file.identity.isAnother(stat, in: entry.directory) else {
            throw LibraryFileError.another(at: path, "nothing was deleted")
        }
        let place = try MountedPlace(entry.directory)
        let trashes =
            try known[place] ?? TrashDirectory.candidates(for: entry.directory, at: directory)
        known[place] = trashes
        return Departure(record: record, path: path, stat: stat, trashes: trashes)
    }

    private static func choose(
        _ file: inout Departure,
        _ taken: inout Set<[UInt8]>
    ) throws(LibraryFileError) {
        do throws(SystemError) {
            while true {
                if !taken.contains(file.file.path), try file.isFree() { break }
                file.attempt += 1
            }
        } catch {
            throw LibraryFileError(error.code, "moved to the trash", file.path)
        }
        taken.insert(file.file.path)
    }

    private static func steps(_ file: Departure, _ now: time_t) -> [FileStep] {
        let note = file.trashes[file.choice].note(of: file.path, deleted: now)
        return [
            .wrote(file.info.path, content: note),
            .moved(from: file.path, to: file.file.path, inode: file.inode),
        ]
    }

    /// Carries out the steps, or others if another program was faster or the trash is out of reach.
    private func depart(_ file: Departure, _ now: time_t) throws -> Departure {
        var file = file
        while true {
            do throws(SystemError) {
                try write(file, now)
                do throws(SystemError) {
                    if try move(file) { return file.moved }
                } catch {
                    file.info.remove()
                    throw error
                }
            } catch {
                switch error.code {
                case EEXIST: file.attempt += 1
                case EXDEV where file.choice + 1 < file.trashes.count: file.choice += 1
                default: throw notMoved(file.path, error.code)
                }
                try journal.append(Self.steps(file, now))
                continue
            }
            throw LibraryFileError.another(at: file.path, "nothing was deleted")
        }
    }

    /// Returns the error of a file that cannot be moved, with the command that permits it if its folder may not be
    /// written.
    private func notMoved(_ path: [UInt8], _ code: Int32) -> LibraryFileError {
        let error = LibraryFileError(code, "moved to the trash", path)
        let folder = FileName(Disk.split(path).directory)
        let root = writer.roots.values.first { path.starts(with: $0.path + [UInt8(ascii: "/")]) }
        guard let root, code == EACCES,
            unsafe folder.withCString({ unsafe access($0, W_OK) }) != 0
        else { return error }
        let user = CatalogueOwner(geteuid(), getegid()).name
        return LibraryFileError(
            error.code,
            "\(error.message); nothing was deleted. To let \(user) write there: "
                + AccessList.writing(root.path, by: user)
        )
    }

    /// Moves a file; false if another one has just taken its place, which that one keeps.
    private func move(_ file: Departure) throws(SystemError) -> Bool {
        let entry = try journal.territory(writer).entry(file.path)
        try entry.rename(to: file.file)
        guard try file.file.stat?.inode == file.inode else {
            try file.file.rename(to: entry)
            return false
        }
        return true
    }

    private func write(_ file: Departure, _ now: time_t) throws(SystemError) {
        let note = try file.info.create(mode: 0o600)
        try Disk.write(
            file.trashes[file.choice].note(of: file.path, deleted: now),
            to: note.number
        )
        guard fsync(note.number) == 0 else { throw SystemError(code: errno) }
    }
}
