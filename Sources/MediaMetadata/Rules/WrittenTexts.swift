internal import PhotoModel

/// The texts of one file, cut to the limits; the first source that has a value wins.
struct WrittenTexts {
    private(set) var found = ExtendedMetadata()
    private(set) var evidence: [Evidence] = []

    mutating func title(_ text: String?, _ rule: String, _ tag: String) {
        guard found.title == nil, let text = Self.line(text, AnswerLimits.text),
            !CameraTexts.contains(text)
        else { return }
        found.title = text
        note("title", rule, tag)
    }

    mutating func caption(_ text: String?, _ rule: String, _ tag: String) {
        guard found.caption == nil, let text = Self.lines(text),
            !CameraTexts.contains(text)
        else { return }
        found.caption = text
        note("caption", rule, tag)
    }

    mutating func keywords(_ words: [String], _ rule: String, _ tag: String) {
        guard found.keywords.isEmpty else { return }
        var known: Set<String> = []
        var kept: [String] = []
        for word in words where kept.count < AnswerLimits.keywords {
            guard let word = Self.line(word, AnswerLimits.keyword), known.insert(word).inserted
            else { continue }
            kept.append(word)
        }
        guard !kept.isEmpty else { return }
        found.keywords = kept
        note("keywords", rule, tag)
    }

    /// Takes a rating from 1 to 5 stars; 0, or -1 for a rejected picture, counts as no stars.
    mutating func rating(_ stars: Double?, _ rule: String, _ tag: String) {
        guard found.rating == nil, let stars, (-1...5).contains(stars) else { return }
        found.rating = max(0, Int(stars.rounded()))
        note("rating", rule, tag)
    }

    private mutating func note(_ value: String, _ rule: String, _ tag: String) {
        evidence.append(Evidence(value: value, rule: rule, detail: tag))
    }

    /// Returns text on one line; nil if nothing is left.
    private static func line(_ text: String?, _ limit: Int) -> String? {
        lines(text, limit).map { lines in
            lines.utf8.contains(0x0A) || lines.utf8.contains(0x09)
                ? lines.split { $0 == "\n" || $0 == "\t" }.joined(separator: " ") : lines
        }
    }

    /// Returns text without control characters except line feeds and tabs, and without surrounding white space.
    private static func lines(_ text: String?, _ limit: Int = AnswerLimits.text) -> String? {
        guard var text else { return nil }
        // Only the beginning of a long text is processed.
        text.cut(to: limit + 64)
        var scalars = String.UnicodeScalarView()
        var wasReturn = false
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0A where wasReturn: break
            case 0x0A, 0x0D: scalars.append("\n")
            case 0x09, 0x20..<0x7F, 0xA0...: scalars.append(scalar)
            default: break
            }
            wasReturn = scalar == "\r"
        }
        var result = trimmed(String(scalars))
        result.cut(to: limit)
        result = trimmed(result)
        return result.isEmpty ? nil : result
    }

    private static func trimmed(_ text: String) -> String {
        let isInner: (Unicode.Scalar) -> Bool = { !$0.properties.isWhitespace }
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: isInner),
            let last = scalars.lastIndex(where: isInner)
        else { return "" }
        return String(scalars[first...last])
    }
}
