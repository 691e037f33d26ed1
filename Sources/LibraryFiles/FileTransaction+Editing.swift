internal import Catalogue
internal import Glibc
internal import Kernel
internal import MediaMetadata
internal import PhotoModel

extension FileTransaction {
    /// Reads an editor's result for an asset and copies it beside the original, before the transaction.
    ///
    /// - Throws: ``LibraryFileError`` when it cannot be an edited version, or cannot be read or copied.
    package func stage(_ edit: AssetEdit, of id: Int64) throws -> StagedEdit {
        let (record, stat, directory) = try writer.query {
            let (record, stat) = try original(id)
            return (record, stat, writer.absolutePath(record.directory) ?? [])
        }
        return try stage(edit, record.mediaType, into: directory, mode: mode_t(stat.mode & 0o777))
    }

    /// Does the same for an asset that is itself being created.
    package func stage(_ edit: AssetEdit, of asset: StagedAsset) throws -> StagedEdit {
        let own = asset.files[0]
        let directory = try nearestDirectory(to: asset.destination)
        let mode = mode_t((Disk.stat(own.path)?.mode ?? 0o600) & 0o777)
        return try stage(edit, own.metadata.mediaType, into: directory, mode: mode)
    }

    /// `mode` is that of the original: whoever may read one may read the other.
    private func stage(
        _ edit: AssetEdit,
        _ type: MediaType,
        into directory: [UInt8],
        mode: mode_t
    ) throws -> StagedEdit {
        let part: ResourceType = type == .video ? .fullSizeVideo : .fullSizePhoto
        let resource = NewAsset.Resource(part, .file(edit.rendered, moves: false))
        return StagedEdit(
            rendered: try stage(resource, into: directory, mode: mode),
            adjustments: edit.adjustments,
            mediaType: type,
            mode: mode
        )
    }

    private func stage(
        _ resource: NewAsset.Resource,
        into directory: [UInt8],
        mode: mode_t
    ) throws -> StagedFile {
        let source: Source
        do { source = try Source(resource) } catch let error as LibraryFileError {
            // A missing file makes the edit invalid, and does not mean that the asset is missing.
            throw error.code == .missing ? LibraryFileError(.invalid, error.message) : error
        }
        let metadata = try self.metadata(of: source, as: resource.type)
        return StagedFile(
            path: try copy(source, into: directory, mode: mode),
            metadata: metadata,
            stem: [],
            ending: Array(".\(metadata.format.preferredExtension)".utf8)
        )
    }

    /// Makes the staged files the edited version of an asset, in place of an earlier one, which goes to the trash;
    /// within ``commit(_:)``.
    ///
    /// - Throws: ``LibraryFileError`` when the asset or its original does not exist, or is not a picture or film that
    ///   this could be a version of.
    package func apply(_ edit: StagedEdit, to id: Int64) throws {
        let (record, _) = try original(id)
        guard record.mediaType == edit.mediaType else {
            throw LibraryFileError(.invalid, "the edited version is of another kind of asset")
        }
        try discardEdits(of: record)
        let place = try directory(again: record.directory)
        let names = try names(for: edit, of: record, in: place)
        var adjustments = edit.adjustments
        adjustments.renderedName = String(validating: names.rendered, as: UTF8.self)
        let about = try stage(
            .init(.adjustmentData, .bytes(adjustments.bytes), name: names.about),
            into: place.path,
            mode: edit.mode
        )
        let files = [edit.rendered, about]
        guard
            let arrived = try rename(
                files.map(arriving),
                to: [names.rendered, names.about],
                in: place
            )
        else {
            throw LibraryFileError(.inputOutput, "another file took the name of the edited version")
        }
        let ids = try zip(files, arrived).map { try insert($0, $1, in: place) }
        guard try writer.isOneAsset([id] + ids),
            try writer.asset(ids[0])?.file.type.isRendered == true
        else {
            throw LibraryFileError(
                .invalid,
                "the library would take the edited version for an asset of its own"
            )
        }
    }

    private func insert(
        _ file: StagedFile,
        _ arrived: Arrived,
        in place: LibraryDirectory
    ) throws -> Int64 {
        try writer.insert(
            AssetRecord(
                file.metadata,
                directory: place.id,
                name: arrived.name,
                identity: arrived.identity,
                changed: arrived.stat.changed,
                added: writer.now
            )
        )
        return writer.sequence
    }

    /// Makes an asset show its original again: edited versions and adjustments go to the trash; within ``commit(_:)``.
    package func revert(_ id: Int64) throws { try discardEdits(of: original(id).record) }

    /// Returns a live asset whose own file is there, and the attributes of that file.
    private func original(_ id: Int64) throws -> (record: AssetRecord, stat: FileStat) {
        guard let record = try writer.asset(id), record.isShown else {
            throw LibraryFileError(.missing, "an asset that was to be edited has gone")
        }
        try refuseOffline(record)
        let path = Disk.join(writer.absolutePath(record.directory) ?? [], record.file.name)
        guard let entry = try? journal.territory(writer).entry(path), let stat = try? entry.stat,
            stat.isRegularFile
        else {
            throw LibraryFileError(
                .incomplete,
                "\(String(decoding: path, as: UTF8.self)) is not there; nothing was edited"
            )
        }
        guard !record.file.identity.isAnother(stat, in: entry.directory) else {
            throw LibraryFileError.another(at: path, "nothing was edited")
        }
        return (record, stat)
    }

    private func refuseOffline(_ record: AssetRecord) throws {
        let root = writer.directories[record.directory].flatMap { writer.roots[$0.root] }
        let known = root.flatMap { writer.directories[$0.directory]?.inode } ?? 0
        if let root, root.state != .offline, let stat = Disk.stat(root.path), stat.isDirectory,
            known == 0 || known == Int64(bitPattern: stat.inode)
        {
            return
        }
        let path = root.map { String(decoding: $0.path, as: UTF8.self) } ?? "the folder"
        throw LibraryFileError(.offline, "\(path) is not there at the moment")
    }

    /// Moves the edited versions and adjustments of an asset to the trash.
    private func discardEdits(of asset: AssetRecord) throws {
        let edits = try writer.files(of: asset).filter {
            $0.file.type.isRendered || $0.isAdjustment
        }
        // Files that somebody has already removed are only forgotten.
        let there = edits.filter { record in
            let directory = writer.absolutePath(record.directory) ?? []
            return Disk.exists(Disk.join(directory, record.file.name))
        }
        _ = try moveToTrash([there])
        for edit in edits {
            if let record = try writer.asset(edit.id) { try writer.remove(record) }
        }
    }
}

extension FileTransaction {
    /// Returns names for the files of an edit that show whose they are; other files keep theirs.
    private func names(
        for edit: StagedEdit,
        of original: AssetRecord,
        in place: LibraryDirectory
    ) throws -> (rendered: [UInt8], about: [UInt8]) {
        let there = Disk.names(in: place.path)
        let own = Set(try writer.files(of: original).map(\.file.name))
        let ending = Self.ending(edit.rendered.ending, like: original.file.name)
        let taken = Set(
            there.filter { !own.contains($0) }.map { MediaFileName($0) }.filter(\.isMedia)
                .map(\.stem)
        )
        for (rendered, about) in Self.names(original.file.name, taken)
        where !taken.contains(rendered) {
            let names = [rendered + ending, about + Array(".AAE".utf8)]
            guard !there.contains(where: names.contains),
                try names.allSatisfy({ try isSeen($0) && writer.file(place.id, $0) == nil })
            else { continue }
            return (names[0], names[1])
        }
        throw LibraryFileError(
            .inputOutput,
            "\(String(decoding: original.file.name, as: UTF8.self)) cannot have an edited version: the "
                + "names that one could have are taken, or ignored"
        )
    }

    /// Returns names, without extension, for the edited version and the adjustments of a file.
    ///
    /// If other files have the same stem, only the whole name shows which of them was edited.
    private static func names(
        _ original: [UInt8],
        _ taken: Set<[UInt8]>
    ) -> [(rendered: [UInt8], about: [UInt8])] {
        let base = NumberedName(original).stem
        let whole = EditedName.candidates(of: original).map { ($0, original) }
        guard !taken.contains(MediaFileName(original).stem) else { return whole }
        return EditedName.candidates(of: base).map { ($0, base) } + whole
    }

    /// Returns an extension in capitals if the original's is.
    private static func ending(_ ending: [UInt8], like original: [UInt8]) -> [UInt8] {
        let known = NumberedName(original).ending
        guard !known.contains(where: { (0x61...0x7A).contains($0) }) else { return ending }
        return ending.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 }
    }
}
