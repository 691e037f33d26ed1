internal import PhotoModel

/// Finds what Google Takeout ties together although the names begin otherwise: photos that have a number in their names
/// or names too long, edited ones, and the files about them.
struct TakeoutPairs {
    private let assets: AssetTable

    init(_ assets: AssetTable) {
        self.assets = assets
    }

    /// The groups of the files that are about a photo, or of the photos that a file is about.
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

    private func keys(_ directory: Int64, _ names: [[UInt8]]) throws -> [GroupKey] {
        try names.filter { try assets.file(directory, $0) != nil }.map { GroupKey(directory, $0) }
    }

    /// The first photo, by name, of those that a file with a cut name can be about, and before it the first edited one.
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
