internal import Foundation
internal import Photos

/// The text of a search: a condition in the predicate language, or words that must all match a photo.
struct SearchText {
    /// The condition; nil if the text is empty and matches all photos.
    let predicate: NSPredicate?

    /// The most words, because each is searched for in all texts of every photo.
    private static let mostWords = 12

    /// - Throws: ``GalleryError`` for an invalid condition.
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

    /// Returns whether a text that cannot be parsed was meant as a condition.
    private static func looksLikeCondition(_ text: String) -> Bool {
        let keys = Set(PHAsset.predicateKeys.map { $0.lowercased() })
        let words = text.lowercased().split { !$0.isLetter }.map(String.init)
        return text.contains { "<>=!()".contains($0) } || words.contains(where: keys.contains)
    }

    /// Returns a condition that matches a word in any text of a photo, or as the year it was taken.
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
