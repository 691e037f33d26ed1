internal import Catalogue

extension FeedListener {
    /// Reads on to the end.
    ///
    /// - Returns: What somebody who begins now has that this one has not, or the other way round; nil when they agree.
    func difference(_ reader: CatalogueReader) throws -> String? {
        while try read(reader, limit: .max) {}
        let fresh = FeedListener()
        while try fresh.read(reader, limit: .max) {}
        for (key, value) in fresh.shown where shown[key] != value {
            return "whoever follows the feed has of object \(key.object) of kind \(key.kind) "
                + "\(shown[key].map { "\($0)" } ?? "nothing"), and it is \(value)"
        }
        return shown.keys.first { fresh.shown[$0] == nil }.map {
            "whoever follows the feed still has object \($0.object) of kind \($0.kind)"
        }
    }
}
