internal import PhotoModel

extension AssetGrouping {
    /// The photo that a file of Google Takeout is about: the original before edited ones.
    func subject(of takeout: TakeoutName, _ alike: [File]) -> AssetRecord? {
        let candidates = takeout.candidates
        var found = alike
        for name in candidates.names { found += begun(by: name) }
        for stem in candidates.stems { found += (byStem[stem] ?? []).map { files[$0] } }
        if let beginning = candidates.beginning { found += begun(by: beginning) }
        return found.map(\.record).filter { !$0.isSidecar && takeout.isAbout($0.file.name) }
            .min { Self.order($0.file.name).lexicographicallyPrecedes(Self.order($1.file.name)) }
    }

    /// The files whose names begin so; files are in the order of their names.
    private func begun(by beginning: [UInt8]) -> ArraySlice<File> {
        var (low, high) = (0, files.count)
        while low < high {
            let middle = (low + high) / 2
            if files[middle].record.file.name.lexicographicallyPrecedes(beginning) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return files[low...].prefix { $0.record.file.name.starts(with: beginning) }
    }

    /// Originals before edited ones, then by name: what ``TakeoutPairs`` finds first.
    private static func order(_ name: [UInt8]) -> [UInt8] {
        [TakeoutName.original(name).isEdited ? 1 : 0] + name
    }
}
