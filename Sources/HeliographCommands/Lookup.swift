internal import ArgumentParser
internal import Catalogue
internal import ChangeFeed
internal import Foundation
internal import LibraryFiles
internal import PhotoModel
internal import Settings

extension CatalogueReader {
    /// Returns the asset with an identifier, or with a file at a path; call within a snapshot.
    func find(_ asset: String) throws -> AssetRecord? {
        if let uuid = ObjectUUID(asset), let record = try self.asset(uuid) { return record }
        for path in Self.paths(asset) {
            guard let (record, file) = try self.asset(at: path) else { continue }
            guard !file.isAnother(at: path) else {
                throw LibraryFileError.another(at: path, "nothing was done")
            }
            return record
        }
        return nil
    }

    /// Returns the deleted asset with an identifier, or the last one with a file at a path; call within a snapshot.
    private func findTrashed(_ asset: String) throws -> AssetRecord? {
        if let uuid = ObjectUUID(asset) { return try trashedAsset(uuid) }
        for path in Self.paths(asset) {
            if let record = try trashedAsset(at: path) { return record }
        }
        return nil
    }

    /// Returns an identifier as it is, and the absolute form of a path.
    private static func name(_ asset: String) -> String {
        ObjectUUID(asset) == nil ? Paths.absolute(asset) : asset
    }

    /// Returns the absolute paths that an argument may mean.
    private static func paths(_ asset: String) -> [[UInt8]] {
        let path = Paths.absolute(asset)
        let directory = (path as NSString).deletingLastPathComponent
        let name = (path as NSString).lastPathComponent
        var candidates = [Array(path.utf8)]
        // The folder may have been named through a symbolic link.
        if let resolved = unsafe realpath(directory, nil) {
            candidates.append(Array("\(unsafe String(cString: resolved))/\(name)".utf8))
            unsafe free(resolved)
        }
        return candidates
    }

    /// Returns the deleted assets that arguments name.
    ///
    /// - Throws: An exit code, after reporting the one that does not exist.
    func findTrashed(all assets: [String]) throws -> [AssetRecord] {
        try snapshot {
            try assets.map { asset in
                guard let record = try findTrashed(asset) else {
                    Exit.complain(
                        "there is no deleted asset \(Self.name(asset)); list them with: "
                            + "heliograph assets --where 'trashed == YES'"
                            + CatalogueLocation.option(path)
                    )
                    throw ExitCode(1)
                }
                return record
            }
        }
    }

    /// Returns the assets that arguments name.
    ///
    /// - Throws: An exit code, after reporting the one that does not exist.
    func find(all assets: [String]) throws -> [AssetRecord] {
        try snapshot { try assets.map(existing) }
    }

    /// Returns the asset that an argument names; call within a snapshot.
    ///
    /// - Throws: An exit code, after reporting that it does not exist.
    func existing(_ asset: String) throws -> AssetRecord {
        guard let record = try find(asset) else {
            _ = try trashedOrMissing(asset)
            throw ExitCode(1)
        }
        return record
    }

    /// Returns the asset that an argument names, also if it is in the trash, which is reported; call within a snapshot.
    ///
    /// - Throws: An exit code, after reporting that it does not exist.
    func existingOrTrashed(_ asset: String) throws -> AssetRecord {
        try find(asset) ?? trashedOrMissing(asset)
    }

    /// Returns an asset that is in the trash, after reporting that.
    ///
    /// - Throws: An exit code, after reporting that it does not exist.
    private func trashedOrMissing(_ asset: String) throws -> AssetRecord {
        let name = Self.name(asset)
        guard let record = try findTrashed(asset) else {
            Exit.complain("there is no asset \(name) in the catalogue \(path)")
            hintAtTwin(of: asset)
            throw ExitCode(1)
        }
        Exit.complain(
            "\(name) is in the trash; this brings it back: \(CatalogueOwner.prefix(path))heliograph restore "
                + "\(ShellWord.quoted(name))\(CatalogueLocation.option(path))"
        )
        return record
    }

    /// Names a file whose name looks the same, but is made of other bytes: "ö" is one character or two.
    private func hintAtTwin(of asset: String) {
        let path = Paths.absolute(asset) as NSString
        let folder = path.deletingLastPathComponent
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        guard let twin = names.first(where: { $0 == path.lastPathComponent }),
            !twin.utf8.elementsEqual(path.lastPathComponent.utf8),
            let record = try? self.asset(at: Array("\(folder)/\(twin)".utf8))?.0
        else { return }
        let identifier = ObjectKind.asset.localIdentifier(record.uuid)
        Exit.complain(
            "a file there has a name that looks the same, in other characters: name it \(identifier)"
        )
    }

    /// Returns the collection with an identifier, or the only one of these kinds with a title; call within a snapshot.
    ///
    /// If none of these kinds has the title, returns one of another kind that has.
    ///
    /// - Throws: An exit code, after reporting that it does not exist or is ambiguous.
    func findCollection(_ name: String, of kinds: Set<HistoryKind>) throws -> CollectionRecord {
        if let uuid = ObjectUUID(name), let record = try collection(uuid) { return record }
        let titled = try collections().filter { $0.title == Array(name.utf8) }
        let found = titled.filter { kinds.contains($0.source) }
        if found.count == 1 { return found[0] }
        if found.isEmpty, let other = titled.first { return other }
        let option = CatalogueLocation.option(path)
        let identifiers = found.map { $0.kind.localIdentifier($0.uuid) }.joined(separator: ", ")
        Exit.complain(
            found.isEmpty
                ? "there is no album or folder \(name); list them with: heliograph albums\(option)"
                : "there are several albums or folders \(name); name one by its identifier: \(identifiers)"
        )
        throw ExitCode(1)
    }
}

extension CatalogueReader {
    /// Returns a query for the members of an album, by identifier or title; call within a snapshot.
    ///
    /// - Throws: An exit code, after reporting that it does not exist; `ValidationError` if it is a folder.
    func members(of album: String) throws -> AssetQuery {
        let found = try findCollection(album, of: [.album, .userAlbum, .smartAlbum, .moment])
        guard let members = try query(found) else {
            throw ValidationError("\(album) is a folder of albums; name one of the albums in it")
        }
        return members
    }
}

/// Changes the catalogue in one transaction, while an indexer may be running.
func editing<Result>(
    _ catalogue: String,
    _ body: (CatalogueWriter) throws -> Result
) throws -> Result {
    let writer = try CatalogueWriter(path: catalogue, as: .editor)
    return try writer.transaction { try body(writer) }
}
