internal import Foundation
internal import Photos

/// What somebody typed to find photos: a condition of the predicate language, or words that a photo has all of.
struct SearchText {
    /// Nil for nothing, which all photos are found by.
    let predicate: NSPredicate?

    /// Each is looked for in all that is written of each photo.
    private static let mostWords = 12

    /// - Throws: ``GalleryError`` for a condition with a mistake.
    init(_ text: String) throws {
        var words: [Substring] = []
        for word in text.split(whereSeparator: \.isWhitespace) where !words.contains(word) {
            words.append(word)
        }
        guard !words.isEmpty else {
            predicate = nil
            return
        }
        do {
            predicate = try NSPredicate(parsing: text, about: PHAsset.self)
        } catch let error as PHPredicateError {
            guard !Self.looksLikeCondition(text) else {
                throw GalleryError.badSearch(error.reason, position: error.position)
            }
            guard words.count <= Self.mostWords else {
                throw GalleryError.badRequest("a search has \(Self.mostWords) words at most")
            }
            predicate = NSCompoundPredicate(
                andPredicateWithSubpredicates: words.map { Self.predicate(word: String($0)) }
            )
        }
    }

    /// Whether a text that is no condition was meant to be one.
    private static func looksLikeCondition(_ text: String) -> Bool {
        let keys = Set(PHAsset.predicateKeys.map { $0.lowercased() })
        let words = text.lowercased().split { !$0.isLetter }.map(String.init)
        return text.contains { "<>=!()".contains($0) } || words.contains(where: keys.contains)
    }

    /// What a word may be part of, or the year that it is.
    private static func predicate(word: String) -> NSPredicate {
        var choices = [
            "directory", "filename", "title", "caption", "cameraMake", "cameraModel",
        ].map {
            NSPredicate(format: "%K CONTAINS[cd] %@", $0, word)
        }
        choices.append(NSPredicate(format: "ANY keywords CONTAINS[cd] %@", word))
        if let year = Int(word), (1_000...9_999).contains(year) { choices.append(Self.year(year)) }
        return NSCompoundPredicate(orPredicateWithSubpredicates: choices)
    }

    private static func year(_ year: Int) -> NSPredicate {
        let calendar = Calendar.ofPage
        let dates = [year, year + 1].map {
            calendar.date(from: DateComponents(year: $0)) ?? .distantPast
        }
        return NSPredicate(
            format: "creationDate >= %@ AND creationDate < %@",
            dates[0] as any CVarArg,
            dates[1] as any CVarArg
        )
    }
}
