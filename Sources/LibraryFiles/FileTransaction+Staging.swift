internal import CSystemCalls
internal import Catalogue
internal import Extraction
internal import FolderWatch
internal import Glibc
internal import Kernel
internal import MediaMetadata
internal import PhotoModel

extension FileTransaction {
    /// Reads the files of a new asset and copies them into the library's file system, before the transaction.
    ///
    /// - Throws: ``LibraryFileError`` when they cannot be one asset, or cannot be read or copied.
    package func stage(_ asset: NewAsset) throws -> StagedAsset {
        try Self.check(asset.resources.map(\.type))
        let resources = asset.resources.sorted { a, b in a.type.isOwn && !b.type.isOwn }
        let sources = try resources.map { try Source($0) }
        let read = try zip(resources, sources).map { try metadata(of: $1, as: $0.type) }
        let destination = try destination(asset, read[0], sources[0])
        let nearest = try nearestDirectory(to: destination)
        let stem = try stem(sources[0], read[0])
        try journal.admit(sources.filter(\.isMoved).map(\.path), writer)
        let files = try resources.indices.map { index in
            StagedFile(
                path: try copy(sources[index], into: nearest),
                metadata: read[index],
                stem: resources[index].type.isRendered ? EditedName.best(of: stem) : stem,
                ending: sources[index].ending(for: read[index].format)
            )
        }
        return StagedAsset(uuid: asset.uuid, files: files, destination: destination)
    }

    /// Reads the metadata of a file that is meant to become part of an asset.
    func metadata(of source: Source, as type: ResourceType) throws -> FileMetadata {
        let found = try extraction.read(source.name, source.opened).metadata
        var metadata = try type.accepting(found, source.shownName)
        metadata.apply(try policies)
        return metadata
    }

    private static func check(_ types: [ResourceType]) throws(LibraryFileError) {
        guard types.contains(where: \.isOwn) else {
            throw LibraryFileError(.incomplete, "an asset needs a photo or a video")
        }
        guard NewAsset.canBeMade(of: types) else {
            let list = types.map { "\($0.name)" }.joined(separator: ", ")
            throw LibraryFileError(.invalid, "no asset can be made of \(list)")
        }
    }

    private func destination(
        _ asset: NewAsset,
        _ metadata: FileMetadata,
        _ source: Source
    ) throws -> StagedAsset.Destination {
        if let directory = asset.directory { return .directory(directory) }
        let roots = writer.roots.values.sorted { $0.id < $1.id }
        guard let root = roots.first(where: { $0.state != .offline }) else {
            throw LibraryFileError(
                .offline,
                roots.isEmpty
                    ? "the library has no folder yet; name one: heliograph index DIR"
                        + CatalogueLocation.option(writer.path)
                    : "no folder of the library is there at the moment"
            )
        }
        let date =
            try asset.date ?? metadata.date ?? nameDate(source)
            ?? CaptureDate(
                microseconds: source.stat.modified / 1_000,
                offsetMinutes: 0,
                source: .modificationTime
            )
        let time = date.writtenTime
        let year = Array("\(time.year)".utf8)
        let month = Array((time.month < 10 ? "-0" : "-").utf8) + Array("\(time.month)".utf8)
        return .dated(root: root.id, names: [year, year + month])
    }

    private func nameDate(_ source: Source) throws -> CaptureDate? {
        guard try policies.datesFromNames else { return nil }
        return NameDates.find(source.name, now: writer.now)?.date
    }

    /// The indexer's policies for metadata that is a matter of taste.
    private var policies: DerivationPolicies {
        get throws {
            DerivationPolicies(try writer.query { try writer.status("policies") } ?? "")
        }
    }

    /// Returns the destination directory, or the last existing directory on the way to it.
    func nearestDirectory(to destination: StagedAsset.Destination) throws -> [UInt8] {
        let path: [UInt8]?
        switch destination {
        case .directory(let id): path = writer.absolutePath(id)
        case .dated(let root, let names):
            path = writer.roots[root].map { root in
                names.reduce(root.path) { path, name in
                    let next = Disk.join(path, name)
                    return Disk.stat(next)?.isDirectory == true ? next : path
                }
            }
        }
        guard let path, Disk.stat(path)?.isDirectory == true else {
            throw LibraryFileError(
                .offline,
                "\(String(decoding: path ?? [], as: UTF8.self)) is not there at the moment"
            )
        }
        return path
    }

    /// Returns the stem for the names of the asset's files, unless that is taken.
    private func stem(_ source: Source, _ metadata: FileMetadata) throws -> [UInt8] {
        let stem = NumberedName(source.name).stem
        let name = stem + source.ending(for: metadata.format)
        let isSeen = try writer.query { try self.isSeen(name) }
        // Room is left for a number.
        return isSeen && !source.isNameless && name.count <= 240 ? stem : Array("IMG".utf8)
    }

    /// Returns whether the indexer considers files with a name; call it within a transaction.
    func isSeen(_ name: [UInt8]) throws -> Bool {
        let filter = NameFilter(
            ignoring: (try writer.status("ignored") ?? "").split(separator: "\n").map(String.init),
            extensions: MediaFileName.extensions
        )
        return filter.admits(name)
    }

    /// Copies a file to a staging name, or moves it there.
    ///
    /// `mode`: The permissions of the copy, if they differ from the file's.
    func copy(
        _ source: Source,
        into directory: [UInt8],
        mode: mode_t? = nil
    ) throws -> [UInt8] {
        let path = Disk.join(directory, Territory.stagingName())
        let entry: DirectoryEntry
        do { entry = try journal.territory(writer).entry(path) } catch {
            throw LibraryFileError(error.code, "made", path)
        }
        if source.isMoved, try move(source, to: entry) { return path }
        try journal.append([.made(path)])
        let copy: Disk.Descriptor
        do { copy = try entry.create(mode: mode ?? source.mode) } catch {
            throw LibraryFileError(error.code, "made", path)
        }
        let file = try source.open()
        let status = heliograph_copy(file.number, copy.number)
        guard status == 0 else { throw LibraryFileError(-status, "written", path) }
        guard let after = try? FileStat.of(descriptor: file.number),
            let written = try? FileStat.of(descriptor: copy.number), after.size == written.size,
            after.modified == source.stat.modified, after.size == source.stat.size
        else {
            throw LibraryFileError(.invalid, "\(source.shownName) was written to while it was read")
        }
        let time = timespec(
            tv_sec: Int(after.modified / 1_000_000_000),
            tv_nsec: Int(after.modified % 1_000_000_000)
        )
        unsafe futimens(copy.number, [time, time])
        guard fsync(copy.number) == 0 else { throw LibraryFileError(errno, "written", path) }
        if source.isMoved {
            try journal.append([.obsolete(source.path, inode: source.stat.inode)])
        }
        return path
    }

    /// Moves a file; false if it is on another file system.
    private func move(_ source: Source, to place: DirectoryEntry) throws -> Bool {
        guard let entry = source.entry else { return false }
        let file = try source.open()
        guard fsync(file.number) == 0 else {
            throw LibraryFileError(errno, "written", source.path)
        }
        try journal.append([.moved(from: source.path, to: place.path, inode: source.stat.inode)])
        do {
            try entry.rename(to: place)
            guard try place.stat?.inode == source.stat.inode else {
                // Another file has taken its name since it was read.
                try place.rename(to: entry)
                throw LibraryFileError(
                    .invalid,
                    "\(source.shownName) is another file than was read by now; it was not moved"
                )
            }
            return true
        } catch let error as SystemError {
            guard error.code == EXDEV else {
                throw LibraryFileError(error.code, "moved", source.path)
            }
            return false
        }
    }

    /// Moves a staged asset's files to their places; within ``commit(_:)``.
    ///
    /// - Returns: The asset's ID.
    package func place(_ asset: StagedAsset) throws -> Int64 {
        let place = try directory(asset.destination)
        let files = try asset.files.map(arriving)
        // The library might combine files whose names begin alike into one asset.
        let arrived = try arrive(files, in: place) { $0.isTaken || $0.isShared }
        let takesDates = DerivationPolicies(try writer.status("policies") ?? "").datesFromNames
        var ids: [Int64] = []
        for (file, arrived) in zip(asset.files, arrived) {
            var record = AssetRecord(
                file.metadata,
                directory: place.id,
                name: arrived.name,
                identity: arrived.identity,
                changed: arrived.stat.changed,
                added: writer.now
            )
            if takesDates {
                let directory = DirectoryDate(of: place.id, in: writer)
                record.takeDate(fromNames: directory, now: writer.now)
            }
            try writer.insert(record, uuid: ids.isEmpty ? asset.uuid : nil)
            ids.append(writer.sequence)
        }
        guard try writer.isOneAsset(ids) else {
            throw LibraryFileError(
                .invalid,
                "the files are not of one asset: a RAW file goes with a JPEG or HEIC picture, a film "
                    + "with the picture that has its content identifier, an edited version with its "
                    + "adjustment data"
            )
        }
        return ids[0]
    }

    func arriving(_ file: StagedFile) throws -> Arriving {
        guard let entry = try? journal.territory(writer).entry(file.path),
            let stat = try? entry.stat
        else { throw LibraryFileError(ENOENT, "moved to the library", file.path) }
        return Arriving(entry: entry, stat: stat, stem: file.stem, ending: file.ending)
    }

    private func directory(_ destination: StagedAsset.Destination) throws -> LibraryDirectory {
        switch destination {
        case .directory(let id): return try directory(again: id)
        case .dated(let root, let names):
            guard let record = writer.roots[root] else {
                throw LibraryFileError(.offline, "the folder no longer belongs to the library")
            }
            return try names.reduce(directory(again: record.directory)) { parent, name in
                try directory(name, in: parent)
            }
        }
    }
}
