internal import Catalogue
internal import FolderWatch
internal import Glibc
internal import PhotoModel

extension FileTransaction {
    /// A file on its way into the trash.
    private struct Departure {
        let record: AssetRecord
        let path: [UInt8]
        let inode: UInt64
        let trashes: [TrashDirectory]
        /// Which of the trashes, and which name there.
        var choice = 0
        var attempt = 0

        var name: [UInt8] { NumberedName(record.file.name).attempt(attempt) }
        var file: [UInt8] { trashes[choice].file(name) }
        var info: [UInt8] { trashes[choice].info(name) }
    }

    /// Moves assets with all their files to the trash of their file system.
    ///
    /// - Throws: ``LibraryFileError`` when an asset is not there, or its files cannot be moved.
    package func trash(_ ids: [Int64]) throws {
        var known: [[UInt8]: [TrashDirectory]] = [:]
        var assets: [(record: AssetRecord, files: [Departure])] = []
        var taken: Set<[UInt8]> = []
        for id in Self.once(ids) {
            guard let record = try writer.asset(id), record.isShown else {
                throw LibraryFileError(.missing, "an asset that was to be deleted has gone")
            }
            var files = try departures(of: record, &known)
            for index in files.indices { Self.choose(&files[index], &taken) }
            assets.append((record, files))
        }
        let now = time(nil)
        // All is noted at once: waiting for the disk is what takes the time.
        try journal.append(assets.flatMap(\.files).flatMap { Self.steps($0, now) })
        for (record, files) in assets {
            let trashed = try files.map { file in
                let file = try depart(file, now)
                return TrashedFile(file.record, path: file.file, info: file.info)
            }
            try writer.trash(record, trashed)
        }
    }

    private func departures(
        of asset: AssetRecord,
        _ known: inout [[UInt8]: [TrashDirectory]]
    ) throws -> [Departure] {
        try writer.files(of: asset).compactMap { record in
            guard let directory = writer.absolutePath(record.directory) else { return nil }
            let path = Disk.join(directory, record.file.name)
            guard let stat = Disk.stat(path), stat.isRegularFile else {
                throw LibraryFileError(
                    .missing,
                    "\(String(decoding: path, as: UTF8.self)) is not there; nothing was deleted"
                )
            }
            guard !record.file.identity.isAnother(at: path) else {
                throw LibraryFileError.another(at: path, "nothing was deleted")
            }
            let trashes = try known[directory] ?? TrashDirectory.candidates(for: directory)
            known[directory] = trashes
            return Departure(record: record, path: path, inode: stat.inode, trashes: trashes)
        }
    }

    private static func choose(_ file: inout Departure, _ taken: inout Set<[UInt8]>) {
        while taken.contains(file.file) || Disk.exists(file.file) || Disk.exists(file.info) {
            file.attempt += 1
        }
        taken.insert(file.file)
    }

    private static func steps(_ file: Departure, _ now: time_t) -> [FileStep] {
        let note = file.trashes[file.choice].note(of: file.path, deleted: now)
        return [
            .wrote(file.info, content: note),
            .moved(from: file.path, to: file.file, inode: file.inode),
        ]
    }

    /// Takes the steps, or others when another program was faster or the trash is out of reach.
    private func depart(_ file: Departure, _ now: time_t) throws -> Departure {
        var file = file
        while true {
            do {
                try write(file, now)
                do {
                    try Disk.rename(file.path, file.file)
                } catch {
                    _ = Disk.remove(file.info)
                    throw error
                }
                guard Disk.stat(file.file)?.inode == file.inode else {
                    // Another took its place just now.
                    try Disk.rename(file.file, file.path)
                    throw LibraryFileError.another(at: file.path, "nothing was deleted")
                }
                return file
            } catch let error as SystemError {
                switch error.code {
                case EEXIST: file.attempt += 1
                case EXDEV where file.choice + 1 < file.trashes.count: file.choice += 1
                default: throw LibraryFileError(error.code, "moved to the trash", file.path)
                }
                try journal.append(Self.steps(file, now))
            }
        }
    }

    private func write(_ file: Departure, _ now: time_t) throws(SystemError) {
        let note = try Disk.create(file.info, mode: 0o600)
        try Disk.write(
            file.trashes[file.choice].note(of: file.path, deleted: now),
            to: note.number
        )
        guard fsync(note.number) == 0 else { throw SystemError(code: errno) }
    }

    /// Brings deleted assets back to where they were, under another name should theirs be taken.
    ///
    /// - Throws: ``LibraryFileError`` when an asset is not in the trash, or cannot come back.
    package func restore(_ ids: [Int64]) throws {
        for id in Self.once(ids) {
            let files = try writer.trashed(id)
            guard let own = files.first(where: { $0.id == id }) else {
                throw LibraryFileError(.missing, "an asset that was to be restored is not deleted")
            }
            for file in files where try !Self.isThere(file, writer) {
                throw LibraryFileError(
                    .missing,
                    "\(String(decoding: file.path, as: UTF8.self)) is not in the trash any more"
                )
            }
            let place = try directory(again: own.directory)
            try writer.restore(id, try comeBack(files, to: place))
            try journal.append(
                files.compactMap { file in
                    Disk.stat(file.info).map { .obsolete(file.info, inode: $0.inode) }
                }
            )
        }
    }

    /// The same numbers, each at its first place only.
    package static func once(_ ids: [Int64]) -> [Int64] {
        var known: Set<Int64> = []
        return ids.filter { known.insert($0).inserted }
    }

    private func comeBack(
        _ files: [TrashedFile],
        to place: LibraryDirectory
    ) throws -> [RestoredFile] {
        let names = try files.map { file in
            NumberedName(try writer.asset(file.id)?.file.name ?? Disk.split(file.path).name)
        }
        let moves = zip(files, names).map { file, name in
            Arriving(path: file.path, stem: name.stem, ending: name.ending)
        }
        let arrived = try arrive(moves, in: place, orUnderOther: \.isTaken)
        return zip(files, arrived).map { file, arrived in
            RestoredFile(
                id: file.id,
                directory: place.id,
                name: arrived.name,
                identity: arrived.identity,
                changed: arrived.stat.changed
            )
        }
    }
}
