/// What people wrote of an asset: a title, a caption, keywords and a rating.
///
/// PhotoKit's name; most assets have none, so records keep it apart from what all have.
package struct ExtendedMetadata: Hashable, Sendable {
    package var title: String?
    /// Several lines, perhaps.
    package var caption: String?
    /// In the order in which they were written, each once.
    package var keywords: [String]
    /// Stars from 1 to 5; 0 where a sidecar says that there are none, nil where nothing says.
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

    /// Takes over what another one says, as far as it says something.
    package mutating func take(_ other: ExtendedMetadata) {
        title = other.title ?? title
        caption = other.caption ?? caption
        if !other.keywords.isEmpty { keywords = other.keywords }
        rating = other.rating ?? rating
    }
}

/// How keywords lie in one column: a line each, which none of them has more than.
extension ExtendedMetadata {
    package var keywordLines: String? {
        keywords.isEmpty ? nil : keywords.joined(separator: "\n")
    }

    package static func keywords(inLines lines: String?) -> [String] {
        lines?.split(separator: "\n").map(String.init) ?? []
    }
}
