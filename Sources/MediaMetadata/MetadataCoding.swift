internal import PhotoModel

/// The coding of metadata on its way from the extractor to the indexer: fields in a fixed order, integers
/// little-endian, texts with a two-byte length, 0xFFFF for nil. Both ends come from the same build, but a file may have
/// taken over an extractor: only answers that a sound extractor could give are accepted.
extension FileMetadata {
    /// The largest number of bytes that ``write(to:)`` writes.
    var encodedBound: Int {
        var bound = 128 + FieldWriter.bound(cameraMake) + FieldWriter.bound(cameraModel)
        bound += FieldWriter.bound(lensModel) + FieldWriter.bound(unreadableReason)
        bound += FieldWriter.bound(burst?.identifier) + FieldWriter.bound(contentIdentifier)
        bound += extended?.encodedBound ?? 0
        for item in evidence { bound += item.encodedBound }
        for item in refused { bound += item.encodedBound }
        return bound
    }

    /// Writes the fields.
    func write(to writer: inout FieldWriter) {
        writer.integer(format.rawValue)
        writer.integer(UInt8(mediaType.rawValue))
        writer.integer(UInt32(subtypes.rawValue))
        writer.integer(UInt32(traits.rawValue))
        writer.integer(UInt32(clamping: width))
        writer.integer(UInt32(clamping: height))
        writer.integer(UInt8(clamping: orientation))
        writer.integer(duration.bitPattern)
        writer.integer(fingerprint)
        writer.integer(UInt8(isPartial ? 1 : 0))
        writer.integer(date?.microseconds ?? .min)
        writer.integer(Int16(clamping: date?.offsetMinutes ?? Int(Int16.min)))
        writer.integer(Int16(clamping: date?.knownClock ?? Int(Int16.min)))
        writer.integer(UInt8(date?.source.rawValue ?? 0))
        writer.integer((location?.latitude ?? .nan).bitPattern)
        writer.integer((location?.longitude ?? .nan).bitPattern)
        writer.integer((location?.altitude ?? .nan).bitPattern)
        writer.text(cameraMake)
        writer.text(cameraModel)
        writer.text(lensModel)
        writer.text(unreadableReason)
        writer.text(burst?.identifier)
        writer.integer(burst?.basis.rawValue ?? 0)
        writer.integer(UInt8(burst?.isPrimary == true ? 1 : 0))
        writer.text(contentIdentifier)
        ExtendedMetadata.write(extended, to: &writer)
        writer.integer(Int64(film?.lowerBound ?? -1))
        writer.integer(Int64(film?.count ?? 0))
        Self.write(evidence, to: &writer)
        Self.write(refused, to: &writer)
    }

    private static func write(_ list: [Evidence], to writer: inout FieldWriter) {
        writer.integer(UInt8(clamping: list.count))
        for item in list.prefix(255) {
            writer.text(item.value)
            writer.text(item.rule)
            writer.text(item.detail)
        }
    }

    /// Reads the output of ``write(to:)``; throws on anything that it would not have written.
    init(_ reader: inout FieldReader) throws(AnswerError) {
        self.init()
        format = try Self.known(try reader.integer(UInt8.self), MediaFormat.init)
        mediaType = try Self.known(Int(try reader.integer(UInt8.self)), MediaType.init)
        subtypes = MediaSubtypes(rawValue: UInt(try reader.integer(UInt32.self)))
        traits = AssetTraits(rawValue: UInt(try reader.integer(UInt32.self)))
        width = Int(try reader.integer(UInt32.self))
        height = Int(try reader.integer(UInt32.self))
        orientation = try Self.orientation(&reader)
        duration = try reader.double()
        fingerprint = try reader.integer()
        isPartial = try reader.flag()
        date = try Self.date(&reader)
        location = try Self.location(&reader)
        cameraMake = try reader.text(AnswerLimits.text)
        cameraModel = try reader.text(AnswerLimits.text)
        lensModel = try reader.text(AnswerLimits.text)
        unreadableReason = try reader.text(AnswerLimits.text)
        burst = try Self.burst(&reader)
        contentIdentifier = try reader.text(AnswerLimits.identifier)
        extended = try ExtendedMetadata.read(&reader)
        film = try Self.film(&reader)
        evidence = try Self.evidence(&reader)
        refused = try Self.evidence(&reader)
        try check()
    }

    private static func orientation(_ reader: inout FieldReader) throws(AnswerError) -> Int {
        let orientation = Int(try reader.integer(UInt8.self))
        return try known(orientation) { (1...8).contains($0) ? $0 : nil }
    }

    private static func known<Number, Value>(
        _ number: Number,
        _ value: (Number) -> Value?
    ) throws(AnswerError) -> Value {
        guard let value = value(number) else {
            throw AnswerError("\(number) is no \(Value.self)")
        }
        return value
    }

    private static func date(_ reader: inout FieldReader) throws(AnswerError) -> CaptureDate? {
        let moment = try reader.integer(Int64.self)
        let offset = try reader.integer(Int16.self)
        let clock = try reader.integer(Int16.self)
        let source = Int(try reader.integer(UInt8.self))
        guard source != 0 else {
            guard moment == .min, offset == .min, clock == .min else {
                throw AnswerError("a date has no source")
            }
            return nil
        }
        var date = CaptureDate(
            microseconds: moment,
            offsetMinutes: offset == .min ? nil : Int(offset),
            source: try known(source, DateSource.init)
        )
        if clock != .min { (date.clockOffset, date.clockSource) = (Int(clock), .gps) }
        return date
    }

    private static func location(_ reader: inout FieldReader) throws(AnswerError) -> Location? {
        let (latitude, longitude) = (try reader.double(), try reader.double())
        let altitude = try reader.double()
        guard !latitude.isNone || !longitude.isNone || !altitude.isNone else { return nil }
        return Location(
            latitude: latitude,
            longitude: longitude,
            altitude: altitude.isNone ? nil : altitude
        )
    }

    private static func burst(_ reader: inout FieldReader) throws(AnswerError) -> BurstMark? {
        let identifier = try reader.text(AnswerLimits.identifier)
        let basis = try reader.integer(UInt8.self)
        let isPrimary = try reader.flag()
        guard let identifier else {
            guard basis == 0, !isPrimary else { throw AnswerError("a burst has no identifier") }
            return nil
        }
        return BurstMark(
            identifier: identifier,
            basis: try known(basis, BurstMark.Basis.init),
            isPrimary: isPrimary
        )
    }

    private static func film(_ reader: inout FieldReader) throws(AnswerError) -> Range<Int>? {
        let start = Int(try reader.integer(Int64.self))
        let count = Int(try reader.integer(Int64.self))
        if start == -1, count == 0 { return nil }
        let room = 0...AnswerLimits.fileEnd
        guard room.contains(start), count > 0, count <= AnswerLimits.fileEnd - start else {
            throw AnswerError("no file has a film there")
        }
        return start..<start + count
    }

    private static func evidence(_ reader: inout FieldReader) throws(AnswerError) -> [Evidence] {
        let count = try reader.integer(UInt8.self)
        guard count <= AnswerLimits.evidence else {
            throw AnswerError("\(count) pieces of evidence are more than \(AnswerLimits.evidence)")
        }
        var evidence: [Evidence] = []
        evidence.reserveCapacity(Int(count))
        for _ in 0..<count {
            guard let value = try reader.text(AnswerLimits.label),
                let rule = try reader.text(AnswerLimits.label),
                let detail = try reader.text(AnswerLimits.detail)
            else { throw AnswerError("evidence is missing") }
            evidence.append(Evidence(value: value, rule: rule, detail: detail))
        }
        return evidence
    }
}

extension CaptureDate {
    /// The offset of the clock, if it follows from the GPS clock.
    fileprivate var knownClock: Int? { clockSource == .gps ? clockOffset : nil }
}

extension Double {
    /// Whether it is the particular NaN that stands for a missing value.
    fileprivate var isNone: Bool { bitPattern == Double.nan.bitPattern }
}

extension Evidence {
    fileprivate var encodedBound: Int {
        FieldWriter.bound(value) + FieldWriter.bound(rule) + FieldWriter.bound(detail)
    }
}
