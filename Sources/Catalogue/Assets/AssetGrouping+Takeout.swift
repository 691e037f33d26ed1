internal import PhotoModel

extension AssetGrouping {
    /// Returns the photo that a Google Takeout file is about, preferring the original to edited versions.
    func subject(
        of takeout: TakeoutName,
        named sidecar: [UInt8],
        _ alike: [File]
    ) -> AssetRecord? {
        let claimed = (claims[sidecar] ?? []).map { files[$0] }
        return (alike + claimed).map(\.record)
            .filter { !$0.isSidecar && takeout.isAbout($0.file.name) }
            .min { Self.order($0.file.name).lexicographicallyPrecedes(Self.order($1.file.name)) }
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

    /// Returns a sort key that puts originals before edited versions, then orders by name, as ``TakeoutPairs`` finds
    /// them.
    private static func order(_ name: [UInt8]) -> [UInt8] {
        [TakeoutName.original(name).isEdited ? 1 : 0] + name
    }
}
