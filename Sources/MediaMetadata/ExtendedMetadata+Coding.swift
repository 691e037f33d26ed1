internal import PhotoModel

/// The coding of written texts among the fields of an answer: a byte says whether there are any.
extension ExtendedMetadata {
    /// The largest number of bytes that ``write(_:to:)`` writes after the first.
    var encodedBound: Int {
        keywords.reduce(8 + FieldWriter.bound(title) + FieldWriter.bound(caption)) {
            $0 + FieldWriter.bound($1)
        }
    }

    static func write(_ texts: ExtendedMetadata?, to writer: inout FieldWriter) {
        writer.integer(UInt8(texts == nil ? 0 : 1))
        guard let texts else { return }
        writer.text(texts.title)
        writer.text(texts.caption)
        writer.integer(texts.rating.map { UInt8(clamping: $0) } ?? .max)
        writer.integer(UInt16(clamping: texts.keywords.count))
        for word in texts.keywords { writer.text(word) }
    }

    static func read(_ reader: inout FieldReader) throws(AnswerError) -> ExtendedMetadata? {
        guard try reader.flag() else { return nil }
        var texts = ExtendedMetadata()
        texts.title = try reader.text(AnswerLimits.text)
        texts.caption = try reader.text(AnswerLimits.text)
        let rating = try reader.integer(UInt8.self)
        texts.rating = rating == .max ? nil : Int(rating)
        let count = try reader.integer(UInt16.self)
        guard count <= AnswerLimits.keywords else {
            throw AnswerError("\(count) keywords are more than \(AnswerLimits.keywords)")
        }
        for _ in 0..<count {
            guard let word = try reader.text(AnswerLimits.keyword), !word.isEmpty,
                !word.utf8.contains(0x0A)
            else { throw AnswerError("a keyword is empty or has two lines") }
            texts.keywords.append(word)
        }
        guard !texts.isEmpty else { throw AnswerError("nothing was written") }
        return texts
    }
}
