internal import PhotoModel

extension AssetGrouping {
    /// Returns the photo that a Google Takeout file is about, preferring the original to edited versions.
    func subject(
        of takeout: TakeoutName,
        named sidecar: [UInt8],
        _ alike: [File]
    ) -> AssetRecord? {
        subjects(of: takeout, named: sidecar, alike).min {
            takeout.order($0.file.name).lexicographicallyPrecedes(takeout.order($1.file.name))
        }
    }

    private func subjects(
        of takeout: TakeoutName,
        named sidecar: [UInt8],
        _ alike: [File]
    ) -> [AssetRecord] {
        let claimed = (claims[sidecar] ?? []).map { files[$0] }
        return (alike + claimed).map(\.record)
            .filter { !$0.isSidecar && takeout.isAbout($0.file.name) }
    }

    /// The IDs of the photos and films that Google Takeout has a file about.
    var describedByTakeout: Set<Int64> {
        var described: Set<Int64> = []
        for (record, name) in files {
            guard let takeout = TakeoutName(record.file.name) else { continue }
            let alike = (byStem[name.stem] ?? []).map { files[$0] }
            described.formUnion(subjects(of: takeout, named: record.file.name, alike).map(\.id))
        }
        return described
    }

    /// Returns the files about the originals of edited copies, by the ID of the copy, if it is an asset that has no
    /// such file itself.
    func loans() -> [Int64: AssetRecord] {
        var sidecars: [Int64: [AssetRecord]] = [:]
        for (record, _) in files where TakeoutName.isTakeout(record.file.name) {
            if let owner = parts[record.id]?.owner { sidecars[owner, default: []].append(record) }
        }
        guard !sidecars.isEmpty else { return [:] }
        let copies = files.map(\.record).filter {
            Self.isEditedCopy($0) && parts[$0.id] == nil && sidecars[$0.id] == nil
        }
        guard !copies.isEmpty else { return [:] }
        let named = Dictionary(files.map { ($0.record.file.name, $0.record) }) { first, _ in first }
        var loans: [Int64: AssetRecord] = [:]
        for copy in copies {
            guard let original = named[TakeoutName.original(copy.file.name).name] else { continue }
            let owner = parts[original.id]?.owner ?? original.id
            loans[copy.id] = Self.first(sidecars[owner] ?? [], about: original)
        }
        return loans
    }

    /// Returns the first of some files, by name, that is about a photo.
    static func first(_ sidecars: [AssetRecord], about photo: AssetRecord) -> AssetRecord? {
        sidecars.filter { TakeoutName($0.file.name)?.isAbout(photo.file.name) == true }
            .min { $0.file.name.lexicographicallyPrecedes($1.file.name) }
    }

    /// Returns whether a file has the name that Google Photos gives to an edited copy.
    static func isEditedCopy(_ record: AssetRecord) -> Bool {
        !record.isSidecar && TakeoutName.original(record.file.name).isEdited
    }

    /// Returns the indexes of photos whose names begin differently from those of the files about them, by the names of
    /// the latter.
    static func claims(_ files: [File]) -> [[UInt8]: [Int]] {
        let sidecars = Set(files.map(\.record.file.name).filter(TakeoutName.isTakeout))
        guard !sidecars.isEmpty else { return [:] }
        var claims: [[UInt8]: [Int]] = [:]
        for (index, file) in files.enumerated() where !file.record.isSidecar {
            for name in TakeoutName.sidecars(of: file.record.file.name)
            where sidecars.contains(name) {
                claims[name, default: []].append(index)
            }
        }
        return claims
    }
}

extension TakeoutName {
    /// Returns a sort key that puts originals before edited versions, and names that it has in the same case before
    /// others, then orders by name, as ``TakeoutPairs`` finds them.
    fileprivate func order(_ name: [UInt8]) -> [UInt8] {
        let (original, isEdited) = Self.original(name)
        let isOther = subject != nil && subject != original
        return [isEdited ? 1 : 0, isOther ? 1 : 0] + name
    }
}
