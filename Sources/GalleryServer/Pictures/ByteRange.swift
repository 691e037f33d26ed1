/// The part of a file that a `Range` header requests (RFC 9110); a request for several ranges gets the whole file.
enum ByteRange: Equatable {
    case all
    case part(Range<Int64>)
    /// No part of the file.
    case outside

    /// - Parameters:
    ///   - header: The text of the header; nil if there is no header.
    ///   - size: The size of the file, in bytes.
    init(_ header: String?, size: Int64) {
        self = header.flatMap { Self.parsed($0, size) } ?? .all
    }

    /// Parses a single range; returns nil for anything else, which is then ignored.
    private static func parsed(_ header: String, _ size: Int64) -> ByteRange? {
        guard header.lowercased().hasPrefix("bytes=") else { return nil }
        let parts = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, !header.contains(",") else { return nil }
        switch (number(parts[0]), number(parts[1])) {
        case (let first?, let last?) where first <= last:
            return first < size ? .part(first..<min(last + 1, size)) : .outside
        case (let first?, nil) where parts[1].isEmpty:
            return first < size ? .part(first..<size) : .outside
        case (nil, let count?) where parts[0].isEmpty:
            return count > 0 && size > 0 ? .part(max(0, size - count)..<size) : .outside
        default: return nil
        }
    }

    private static func number(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.count <= 18,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int64(text)
    }
}
