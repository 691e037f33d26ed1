internal import Catalogue
internal import PhotoModel

extension CatalogueReader {
    private static var readers: String { "the gallery, and fetches without includeAllBurstAssets," }

    /// Reports edited photos in bursts that other photos represent, which the gallery and most fetches leave out.
    ///
    /// `before`: The photos before the edit; those that represented a burst then are reported too.
    /// `areFavorites`: Whether the edit made them favorites.
    func hintAtBursts(_ before: [AssetRecord], areFavorites: Bool) throws {
        try snapshot {
            var bursts: Set<String> = []
            for old in before where areFavorites || old.representsBurst {
                guard let record = try asset(old.id), record.isFavorite || old.representsBurst,
                    let key = record.burstKey, let cover = try burstRepresentative(key),
                    cover.id != record.id, !(cover.isFavorite && record.isFavorite),
                    bursts.insert(key).inserted
                else { continue }
                let other = PrintableText.line(try absolutePath(of: cover))
                Exit.complain(
                    "\(try line(record)) is in a burst that \(other) represents; \(Self.readers) have only that one"
                )
            }
        }
    }

    /// Reports hidden photos that represent bursts, which hides the other photos of the burst from most readers.
    func hintAtHiddenBursts(_ ids: [Int64]) throws {
        try snapshot {
            for record in try ids.compactMap(asset) where record.isHidden && record.representsBurst
            {
                Exit.complain(
                    "\(try line(record)) represents a burst; \(Self.readers) leave out the other photos of the burst too"
                )
            }
        }
    }

    private func line(_ record: AssetRecord) throws -> String {
        PrintableText.line(try absolutePath(of: record))
    }
}
