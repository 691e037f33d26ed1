internal import PhotoModel

/// Why what an extractor answered is not believed.
package struct AnswerError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong with the answer.
    package let reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    package var description: String { "the extractor's answer is none: \(reason)" }
}

/// What an answer may say at the most.
///
/// A reader keeps within this, see ``FileMetadata/keepWithinLimits()``; whatever an answer says beyond it was
/// not said by a reader but by what took its place. All of it together fits into a packet.
package enum AnswerLimits {
    /// Seconds: ten years.
    package static let duration = 3_660 * 86_400.0
    /// Metres above or below the sea: what Exif can say, for there are cameras that say it of a few metres
    /// below.
    package static let altitude = 4_294_967_296.0
    /// Minutes east or west of UTC.
    package static let offset = 24 * 60 - 1
    /// Where the longest file ends.
    package static let fileEnd = 1 << 60
    /// The bytes of a text.
    package static let text = 4_096
    /// How many keywords a file has, and their bytes.
    package static let keywords = 128
    package static let keyword = 128
    /// The bytes of an identifier.
    package static let identifier = 256
    /// How many pieces of evidence a list has, and their bytes.
    package static let evidence = 64
    package static let label = 64
    package static let detail = 512
    /// The bytes of what is said of the sandbox.
    package static let report = 1_024

    /// Moments in the years 1 to 9999 wherever on Earth, in microseconds since 1970.
    package static let moments =
        CivilTime(year: 1, month: 1, day: 2)
        .microseconds..<CivilTime(year: 9_999, month: 12, day: 31).microseconds

    static let subtypes = MediaSubtypes.names.reduce(into: MediaSubtypes()) {
        $0.formUnion($1.subtype)
    }
    static let traits = AssetTraits.names.reduce(into: AssetTraits.marksFavorite) {
        $0.formUnion($1.trait)
    }
}

extension FileMetadata {
    /// Makes what was read an answer that is believed: what cannot be is unknown, what is too long is cut.
    mutating func keepWithinLimits() {
        if !isDurationPossible { duration = 0 }
        if !isDatePossible { date = nil }
        if location?.isPlausible == false { location = nil }
        if location?.isAltitudePossible == false { location?.altitude = nil }
        cameraMake?.cut(to: AnswerLimits.text)
        cameraModel?.cut(to: AnswerLimits.text)
        lensModel?.cut(to: AnswerLimits.text)
        unreadableReason?.cut(to: AnswerLimits.text)
        // The beginnings of two identifiers may be the same.
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
    /// Leaves out the last characters until there are no more bytes than that.
    mutating func cut(to limit: Int) {
        guard utf8.count > limit else { return }
        var end = utf8.index(startIndex, offsetBy: limit)
        while UTF8.isContinuation(utf8[end]) { end = utf8.index(before: end) }
        self = String(self[..<end])
    }
}
