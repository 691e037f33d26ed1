internal import Catalogue
internal import PhotoModel

extension CatalogueReader {
    /// Reports favorites in bursts that other photos represent, which the gallery and most fetches leave out.
    func hintAtBursts(of ids: [Int64]) throws {
        try snapshot {
            var bursts: Set<String> = []
            for record in try ids.compactMap(asset) where record.isFavorite {
                guard let key = record.burstKey, let cover = try burstRepresentative(key),
                    cover.id != record.id, !cover.isFavorite, bursts.insert(key).inserted
                else { continue }
                let path = PrintableText.line(try absolutePath(of: record))
                let other = PrintableText.line(try absolutePath(of: cover))
                Exit.complain(
                    "\(path) is in a burst that \(other) represents; the gallery, and fetches without "
                        + "includeAllBurstAssets, have only that one"
                )
            }
        }
    }
}
