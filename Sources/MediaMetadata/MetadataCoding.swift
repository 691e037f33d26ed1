internal import PhotoModel

/// How metadata travels from the extractor to the indexer: fields in a fixed order, integers
/// little-endian, texts with a two-byte length, 0xFFFF for none. Both ends are of one build.
extension FileMetadata {
    /// How many bytes ``write(to:)`` writes at the most.
    var encodedBound: Int {
        var bound = 128 + FieldWriter.bound(cameraMake) + FieldWriter.bound(cameraModel)
        bound += FieldWriter.bound(lensModel) + FieldWriter.bound(unreadableReason)
        bound += FieldWriter.bound(burst?.identifier) + FieldWriter.bound(contentIdentifier)
        for item in evidence { bound += item.encodedBound }
        for item in refused { bound += item.encodedBound }
        return bound
    }

    /// Writes the fields.
    func write(to writer: inout FieldWriter) {
        writer.integer(format.rawValue)
        writer.integer(UInt8(mediaType.rawValue))
        writer.integer(UInt32(subtypes.rawValue))
        writer.integer(UInt16(traits.rawValue))
        writer.integer(UInt32(clamping: width))
        writer.integer(UInt32(clamping: height))
        writer.integer(duration.bitPattern)
        writer.integer(fingerprint)
        writer.integer(UInt8(isPartial ? 1 : 0))
        writer.integer(date?.microseconds ?? .min)
        writer.integer(Int16(clamping: date?.offsetMinutes ?? Int(Int16.min)))
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

    /// Reads what ``write(to:)`` wrote; nil when the bytes are something else.
    package init?(_ reader: inout FieldReader) {
        guard let format = reader.integer(UInt8.self).flatMap(MediaFormat.init(rawValue:)),
            let type = reader.integer(UInt8.self).flatMap({ MediaType(rawValue: Int($0)) }),
            let subtypes = reader.integer(UInt32.self), let traits = reader.integer(UInt16.self),
            let width = reader.integer(UInt32.self), let height = reader.integer(UInt32.self),
            let duration = reader.integer(UInt64.self),
            let fingerprint = reader.integer(UInt64.self),
            let partial = reader.integer(UInt8.self)
        else { return nil }
        self.init()
        isPartial = partial == 1
        self.format = format
        mediaType = type
        self.subtypes = MediaSubtypes(rawValue: UInt(subtypes))
        self.traits = AssetTraits(rawValue: UInt(traits))
        (self.width, self.height) = (Int(width), Int(height))
        self.duration = Double(bitPattern: duration)
        self.fingerprint = fingerprint
        guard readRest(&reader) else { return nil }
    }

    private mutating func readRest(_ reader: inout FieldReader) -> Bool {
        guard let moment = reader.integer(Int64.self), let offset = reader.integer(Int16.self),
            let source = reader.integer(UInt8.self),
            let latitude = reader.integer(UInt64.self).map(Double.init(bitPattern:)),
            let longitude = reader.integer(UInt64.self).map(Double.init(bitPattern:)),
            let altitude = reader.integer(UInt64.self).map(Double.init(bitPattern:))
        else { return false }
        if let source = DateSource(rawValue: Int(source)) {
            date = CaptureDate(
                microseconds: moment,
                offsetMinutes: offset == .min ? nil : Int(offset),
                source: source
            )
        }
        if latitude.isFinite, longitude.isFinite {
            location = Location(
                latitude: latitude,
                longitude: longitude,
                altitude: altitude.isFinite ? altitude : nil
            )
        }
        guard reader.text(&cameraMake), reader.text(&cameraModel), reader.text(&lensModel),
            reader.text(&unreadableReason)
        else { return false }
        return readBurst(&reader) && readLive(&reader) && Self.readEvidence(&reader, &evidence)
            && Self.readEvidence(&reader, &refused)
    }

    private mutating func readBurst(_ reader: inout FieldReader) -> Bool {
        var identifier: String?
        guard reader.text(&identifier), let basis = reader.integer(UInt8.self),
            let isPrimary = reader.integer(UInt8.self)
        else { return false }
        if let identifier, let basis = BurstMark.Basis(rawValue: basis) {
            burst = BurstMark(identifier: identifier, basis: basis, isPrimary: isPrimary == 1)
        }
        return true
    }

    private mutating func readLive(_ reader: inout FieldReader) -> Bool {
        guard reader.text(&contentIdentifier), let start = reader.integer(Int64.self),
            let count = reader.integer(Int64.self)
        else { return false }
        if start >= 0, count > 0 { film = Int(start)..<Int(start + count) }
        return true
    }

    private static func readEvidence(
        _ reader: inout FieldReader,
        _ evidence: inout [Evidence]
    ) -> Bool {
        guard let count = reader.integer(UInt8.self) else { return false }
        for _ in 0..<count {
            var value: String?
            var rule: String?
            var detail: String?
            guard reader.text(&value), reader.text(&rule), reader.text(&detail),
                let value, let rule, let detail
            else { return false }
            evidence.append(Evidence(value: value, rule: rule, detail: detail))
        }
        return true
    }
}

extension Evidence {
    fileprivate var encodedBound: Int {
        FieldWriter.bound(value) + FieldWriter.bound(rule) + FieldWriter.bound(detail)
    }
}

/// Writes fields one after another into memory that has room for them.
struct FieldWriter {
    private let room: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    init(_ room: UnsafeMutableRawBufferPointer) {
        self.room = room
    }

    /// The bytes a text takes at the most.
    static func bound(_ text: String?) -> Int { 2 + min(text?.utf8.count ?? 0, longestText) }

    private static let longestText = 4_096

    mutating func integer<Integer: FixedWidthInteger>(_ value: Integer) {
        set(value, at: count)
        count += MemoryLayout<Integer>.size
    }

    /// Sets a number over what is written.
    func set<Integer: FixedWidthInteger>(_ value: Integer, at offset: Int) {
        precondition(offset + MemoryLayout<Integer>.size <= room.count, "no room for a field")
        room.storeBytes(of: value.littleEndian, toByteOffset: offset, as: Integer.self)
    }

    mutating func text(_ text: String?) {
        guard var text else {
            integer(UInt16.max)
            return
        }
        text.withUTF8 { bytes in
            let kept = UnsafeRawBufferPointer(bytes).prefix(Self.longestText)
            integer(UInt16(kept.count))
            precondition(count + kept.count <= room.count, "no room for a text")
            UnsafeMutableRawBufferPointer(rebasing: room[count...]).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: kept)
            )
            count += kept.count
        }
    }
}

/// Reads fields in the order they were written; nil past the end.
package struct FieldReader {
    private let bytes: Bytes
    private var position = 0

    package init(_ bytes: Bytes) {
        self.bytes = bytes
    }

    package var isAtEnd: Bool { position >= bytes.count }

    package mutating func integer<Integer: FixedWidthInteger>(_: Integer.Type) -> Integer? {
        let size = MemoryLayout<Integer>.size
        guard bytes.count - position >= size else { return nil }
        defer { position += size }
        return Integer(
            littleEndian: bytes.raw.loadUnaligned(fromByteOffset: position, as: Integer.self)
        )
    }

    package mutating func text(_ text: inout String?) -> Bool {
        guard let count = integer(UInt16.self) else { return false }
        guard count != UInt16.max else { return true }
        guard let slice = bytes.slice(position, Int(count)) else { return false }
        text = String(decoding: slice.raw, as: UTF8.self)
        position += Int(count)
        return true
    }

    package mutating func rawBytes(_ count: Int) -> [UInt8]? {
        guard let slice = bytes.slice(position, count) else { return nil }
        position += count
        return Array(slice.raw)
    }
}
