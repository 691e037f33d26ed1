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
        let cut = try candidates.beginning.map { beginning in
            try assets.names(in: directory, beginning: beginning)
                .filter { !MediaFileName.isSidecar($0) && takeout.isAbout($0) }
                .map { GroupKey(directory, $0) }
        }
        return try keys(directory, candidates.names)
            + candidates.stems.map { GroupKey(directory, stem: $0) } + (cut ?? [])
    }

    private func keys(_ directory: Int64, _ names: [[UInt8]]) throws -> [GroupKey] {
        try names.filter { try assets.file(directory, $0) != nil }.map { GroupKey(directory, $0) }
    }
}
