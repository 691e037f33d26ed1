/// The texts that people wrote into Exif tags, and into those that Windows adds.
struct ExifTexts {
    var description: String?
    var comment: String?
    var title: String?
    /// XPComment and XPSubject.
    var windowsComment: String?
    var windowsSubject: String?
    var keywords: String?
    /// Stars (0x4746).
    var rating: Int?
    /// Percent (0x4749).
    var percent: Int?

    mutating func note(_ value: ExifTagValue) {
        switch value.tag {
        case 0x010E: description = description ?? value.bytes.textOfUnknownEncoding
        case 0x4746: rating = rating ?? value.integer
        case 0x4749: percent = percent ?? value.integer
        // Windows writes little-endian bytes, whatever the byte order of the block.
        case 0x9C9B: title = title ?? value.bytes.utf16Text(isBigEndian: false)
        case 0x9C9C: windowsComment = windowsComment ?? value.bytes.utf16Text(isBigEndian: false)
        case 0x9C9E: keywords = keywords ?? value.bytes.utf16Text(isBigEndian: false)
        case 0x9C9F: windowsSubject = windowsSubject ?? value.bytes.utf16Text(isBigEndian: false)
        case 0x9286: comment = comment ?? Self.comment(value)
        default: break
        }
    }

    /// Reads a comment, whose first eight bytes name its encoding (Exif 2.32, 4.6.5); Japanese ones in JIS are not
    /// read.
    private static func comment(_ value: ExifTagValue) -> String? {
        guard let text = value.bytes.from(8), !value.bytes.hasPrefix("JIS\u{0}") else { return nil }
        guard value.bytes.hasPrefix("UNICODE\u{0}") else { return text.textOfUnknownEncoding }
        return text.utf16Text(isBigEndian: text.utf16IsLikelyBigEndian)
    }

    /// Adds the texts of another block in the same file.
    mutating func merge(_ other: ExifTexts) {
        description = description ?? other.description
        comment = comment ?? other.comment
        title = title ?? other.title
        windowsComment = windowsComment ?? other.windowsComment
        windowsSubject = windowsSubject ?? other.windowsSubject
        keywords = keywords ?? other.keywords
        rating = rating ?? other.rating
        percent = percent ?? other.percent
    }
}
