/// Words with which programs mark the names of files of one kind.
struct NameMarks: Sendable {
    /// In lower case.
    private let prefixes, suffixes: [String]
    /// Prefixes that count before a date of eight digits and a dash only.
    private let datedPrefixes: [String]
    private let firstBytes: Set<UInt8>

    init(_ prefixes: [String], dated: [String], suffixes: [String]) {
        (self.prefixes, self.suffixes, datedPrefixes) = (prefixes, suffixes, dated)
        firstBytes = Set((prefixes + dated).compactMap(\.utf8.first))
    }

    /// Returns the mark with which a name begins, or nil.
    ///
    /// Text is compared by canonical equivalence, so composed and decomposed accents are the same; a letter after the
    /// mark makes it another word.
    func prefix(of stem: String) -> String? {
        guard var first = stem.utf8.first else { return nil }
        if (0x41...0x5A).contains(first) { first |= 0x20 }
        guard firstBytes.contains(first) || first >= 0xC0 else { return nil }
        let lowered = stem.lowercased()
        let dated = datedPrefixes.first { prefix in
            guard lowered.hasPrefix(prefix) else { return false }
            let rest = lowered.dropFirst(prefix.count)
            return rest.prefix(8).allSatisfy(\.isNumber) && rest.dropFirst(8).first == "-"
        }
        return dated
            ?? prefixes.first { prefix in
                guard lowered.hasPrefix(prefix) else { return false }
                guard let last = prefix.last, last.isLetter,
                    let next = lowered.dropFirst(prefix.count).first
                else { return true }
                return !next.isLetter || !next.isASCII
            }
    }

    /// Returns the mark with which a name ends, or nil; no mark ends in an ASCII character.
    func suffix(of stem: String) -> String? {
        guard let last = stem.utf8.last, last >= 0x80 else { return nil }
        return suffixes.first(where: stem.hasSuffix)
    }

    /// Describes the mark that a name has; nil without one.
    func evidence(_ stem: String) -> String? {
        prefix(of: stem).map { "name begins with \"\($0)\"" }
            ?? suffix(of: stem).map { "name ends with \"\($0)\"" }
    }
}
