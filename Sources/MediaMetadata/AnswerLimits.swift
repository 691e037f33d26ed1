internal import PhotoModel

/// The reason why an extractor's answer was rejected.
package struct AnswerError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The fault in the answer.
    package let reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    package var description: String { "the extractor's answer is invalid: \(reason)" }
}

/// The limits of an answer.
///
/// A reader keeps within them (``FileMetadata/keepWithinLimits()``); an answer that exceeds them comes from an
/// extractor that was taken over. An answer at all limits fits into a packet.
package enum AnswerLimits {
    /// Ten years, in seconds.
    package static let duration = 3_660 * 86_400.0
    /// Metres above or below the sea: the range of Exif, because some cameras write such values for a few metres below.
    package static let altitude = 4_294_967_296.0
    /// Minutes east or west of UTC.
    package static let offset = 24 * 60 - 1
    /// The end of the longest possible file.
    package static let fileEnd = 1 << 60
    /// The bytes of a text.
    package static let text = 4_096
    /// The number of keywords of a file, and the bytes of each.
    package static let keywords = 128
    package static let keyword = 128
    /// The bytes of an identifier.
    package static let identifier = 256
    /// The number of items in a list of evidence, and the bytes of their parts.
    package static let evidence = 64
    package static let label = 64
    package static let detail = 512
    /// The bytes of the report on the sandbox.
    package static let report = 1_024

    /// Moments in the years 1 to 9999 wherever on Earth, in microseconds since 1970.
    package static let moments =
        CivilTime(year: 1, month: 1, day: 2)
        .microseconds..<CivilTime(year: 9_999, month: 12, day: 31).microseconds

    static let subtypes = MediaSubtypes.names.reduce(into: MediaSubtypes()) {
        $0.formUnion($1.subtype)
    }
    static let traits = AssetTraits.names.reduce(
        into: [.marksFavorite, .awaitsClock] as AssetTraits
    ) {
        $0.formUnion($1.trait)
    }
}

extension FileMetadata {
    /// Brings the metadata within the limits: clears impossible values and cuts long ones.
    mutating func keepWithinLimits() {
        if !isDurationPossible { duration = 0 }
        if !isDatePossible { date = nil }
        if location?.isPlausible == false { location = nil }
        if location?.isAltitudePossible == false { location?.altitude = nil }
        cameraMake?.cut(to: AnswerLimits.text)
        cameraModel?.cut(to: AnswerLimits.text)
        lensModel?.cut(to: AnswerLimits.text)
        unreadableReason?.cut(to: AnswerLimits.text)
        // Long identifiers are dropped, not cut: two may have the same beginning.
        if contentIdentifier?.utf8.count ?? 0 > AnswerLimits.identifier { contentIdentifier = nil }
        if burst?.identifier.utf8.count ?? 0 > AnswerLimits.identifier { burst = nil }
        evidence.keepWithinLimits()
        refused.keepWithinLimits()
    }

    /// Checks the numbers of an answer; texts and lists are checked as they are read.
    func check() throws(AnswerError) {
        func expect(_ isPossible: Bool, _ field: StaticString) throws(AnswerError) {
            guard isPossible else { throw AnswerError("no file has such a \(field)") }
        }
        try expect(mediaType == format.mediaType, "media type")
        try expect(AnswerLimits.subtypes.isSuperset(of: subtypes), "subtype")
        try expect(AnswerLimits.traits.isSuperset(of: traits), "trait")
        try expect(width == 0 || PictureSize.side(width) == width, "width")
        try expect(height == 0 || PictureSize.side(height) == height, "height")
        try expect((0...5).contains(extended?.rating ?? 0), "rating")
        try expect(isDurationPossible, "duration")
        try expect(isDatePossible, "date")
        try expect(location?.isPlausible ?? true, "place")
        try expect(location?.isAltitudePossible ?? true, "altitude")
    }

    private var isDurationPossible: Bool { (0...AnswerLimits.duration).contains(duration) }

    private var isDatePossible: Bool {
        guard let date else { return true }
        return AnswerLimits.moments.contains(date.microseconds)
            && abs(date.offsetMinutes ?? 0) <= AnswerLimits.offset
            && abs(date.clockOffset) <= AnswerLimits.offset
    }
}

extension Location {
    fileprivate var isAltitudePossible: Bool { abs(altitude ?? 0) <= AnswerLimits.altitude }
}

extension [Evidence] {
    fileprivate mutating func keepWithinLimits() {
        if count > AnswerLimits.evidence { removeLast(count - AnswerLimits.evidence) }
        for index in indices where self[index].detail.utf8.count > AnswerLimits.detail {
            self[index].detail.cut(to: AnswerLimits.detail)
        }
    }
}

extension String {
    /// Removes characters from the end until the text has at most that many bytes.
    mutating func cut(to limit: Int) {
        guard utf8.count > limit else { return }
        var end = utf8.index(startIndex, offsetBy: limit)
        while UTF8.isContinuation(utf8[end]) { end = utf8.index(before: end) }
        self = String(self[..<end])
    }
}
