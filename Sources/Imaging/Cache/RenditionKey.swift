internal import Renditions

/// The key of a rendition in the cache: the content of the source file, and the request.
///
/// The file's location is not part of it, so a photo that is moved keeps its renditions.
struct RenditionKey {
    /// Raised when the same request for the same file produces a different picture than before.
    private static let rendererVersion: UInt32 = 1
    static let size = 88
    /// The encoding that is kept for requests that only want pixels.
    private static let usualEncoding = Encoding.compact(quality: 82)

    let bytes: [UInt8]
    /// The path of its file below the cache's directory, in two levels to keep the directories short.
    let path: CachePath

    init(_ content: ContentKey, _ request: RenditionRequest) {
        var fields = LittleEndianFields(capacity: Self.size)
        fields.append(Self.rendererVersion)
        fields.append(UInt32(clamping: request.width))
        fields.append(UInt32(clamping: request.height))
        let (encoding, quality) = Self.number(request.encoding ?? Self.usualEncoding)
        fields.append(encoding)
        fields.append(quality)
        fields.append(request.subject.rawValue)
        fields.append(request.mode.rawValue)
        fields.append(request.resize.rawValue)
        fields.append(UInt8(request.crop == nil ? 0 : 1))
        fields.append(UInt8(request.time == nil ? 0 : 1))
        fields.append(UInt8(0))
        for number in [content.size, content.modified, content.fingerprint] {
            fields.append(UInt64(bitPattern: number))
        }
        let crop = request.crop ?? UnitRect(x: 0, y: 0, width: 1, height: 1)
        for number in [crop.x, crop.y, crop.width, crop.height, request.time ?? 0] {
            fields.append(number.bitPattern)
        }
        fields.append(UInt32(0))
        bytes = fields.bytes
        path = CachePath(bytes)
    }

    private static func number(_ encoding: Encoding) -> (UInt8, UInt8) {
        switch encoding {
        case .jpeg(let quality): (1, UInt8(clamping: quality))
        case .png: (2, 0)
        case .webp(let quality): (3, UInt8(clamping: quality))
        case .avif(let quality): (4, UInt8(clamping: quality))
        case .compact(let quality): (5, UInt8(clamping: quality))
        }
    }
}

/// Consecutive numbers in little-endian byte order.
struct LittleEndianFields {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    mutating func append<Integer: FixedWidthInteger & UnsignedInteger>(_ value: Integer) {
        for index in 0..<MemoryLayout<Integer>.size {
            bytes.append(UInt8(truncatingIfNeeded: UInt64(value) >> UInt64(8 * index)))
        }
    }
}
