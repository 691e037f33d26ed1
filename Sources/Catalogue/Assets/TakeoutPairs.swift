internal import PhotoModel

/// Finds the files that Google Takeout relates although their names begin differently.
///
/// These are photos with a number in their names or names that are too long, edited versions, and the files about them.
struct TakeoutPairs {
    private let assets: AssetTable

    init(_ assets: AssetTable) {
        self.assets = assets
    }

    /// Returns the groups of the files that are about a photo, or of the photos that a file is about.
    func keys(of record: AssetRecord) throws -> [GroupKey] {
        let (directory, name) = (record.directory, record.file.name)
        guard let takeout = TakeoutName(name) else {
            return record.isSidecar ? [] : try keys(directory, TakeoutName.sidecars(of: name))
        }
        let candidates = takeout.candidates
        let cut = try candidates.beginning.map { try cutNames(directory, $0, takeout) }
        return try keys(directory, candidates.names)
            + candidates.stems.map { GroupKey(directory, stem: $0) }
            + (cut ?? []).map { GroupKey(directory, $0) }
    }

    /// Returns the file that an edited copy shares with its original; nil if it has one of its own among its parts.
    func lent(to record: AssetRecord, having parts: [AssetRecord]) throws -> AssetRecord? {
        guard AssetGrouping.isEditedCopy(record),
            !parts.contains(where: { TakeoutName.isTakeout($0.file.name) }),
            let original = try assets.row(
                record.directory,
                TakeoutName.original(record.file.name).name
            )
        else { return nil }
        let owner = original.partOf.flatMap { $0 > 0 ? $0 : nil } ?? original.id
        return AssetGrouping.first(try assets.parts(of: owner), about: original)
    }

    private func keys(_ directory: Int64, _ names: [[UInt8]]) throws -> [GroupKey] {
        try names.filter { try assets.file(directory, $0) != nil }.map { GroupKey(directory, $0) }
    }

    /// Returns the first photo, by name, that a file with a truncated name can be about, after the first edited
    /// version, if any comes before it.
    private func cutNames(
        _ directory: Int64,
        _ beginning: [UInt8],
        _ takeout: TakeoutName
    ) throws -> [[UInt8]] {
        var (found, next): ([[UInt8]], [UInt8]) = ([], beginning)
        while true {
            let names = try assets.names(
                in: directory,
                from: next,
                beginning: beginning,
                with: takeout.photoPart
            )
            for name in names where !MediaFileName.isSidecar(name) && takeout.isAbout(name) {
                let isEdited = TakeoutName.original(name).isEdited
                if !isEdited || found.isEmpty { found.append(name) }
                if !isEdited { return found }
            }
            guard let last = names.last else { return found }
            next = last + [0]
        }
    }
}
