/// The texts that people wrote about an asset: a title, a caption, keywords and a rating.
///
/// The name is PhotoKit's; most assets have no such texts, so records keep them apart.
package struct ExtendedMetadata: Hashable, Sendable {
    package var title: String?
    /// The caption, possibly of several lines.
    package var caption: String?
    /// The keywords in the order in which they were written, without duplicates.
    package var keywords: [String]
    /// Stars from 1 to 5; 0 if a sidecar has an explicit rating of no stars, nil if nothing is known.
    package var rating: Int?

    package init(
        title: String? = nil,
        caption: String? = nil,
        keywords: [String] = [],
        rating: Int? = nil
    ) {
        (self.title, self.caption) = (title, caption)
        (self.keywords, self.rating) = (keywords, rating)
    }

    package var isEmpty: Bool {
        title == nil && caption == nil && keywords.isEmpty && rating == nil
    }

    /// Replaces the values for which another one has a value.
    package mutating func take(_ other: ExtendedMetadata) {
        title = other.title ?? title
        caption = other.caption ?? caption
        if !other.keywords.isEmpty { keywords = other.keywords }
        rating = other.rating ?? rating
    }
}

/// The storage of keywords in one column: one per line, as none contains a line break.
extension ExtendedMetadata {
    package var keywordLines: String? {
        keywords.isEmpty ? nil : keywords.joined(separator: "\n")
    }

    package static func keywords(inLines lines: String?) -> [String] {
        lines?.split(separator: "\n").map(String.init) ?? []
    }
}
