/// A 128-bit identifier that an object keeps for as long as the catalogue knows it.
package struct ObjectUUID: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Creates a random (version 4) identifier.
    package static func random(using generator: inout some RandomNumberGenerator) -> ObjectUUID {
        let high = generator.next() & ~0xF000 | 0x4000
        let low = generator.next() & ~(0xC000 << 48) | (0x8000 << 48)
        return ObjectUUID(high: high, low: low)
    }

    /// Creates a random (version 4) identifier.
    package static func random() -> ObjectUUID {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    /// Whether it is a version 4 identifier, and so not in any order.
    package var isRandom: Bool { high & 0xF000 == 0x4000 }

    /// The time and order in an identifier of ``UUIDSequence``; nil in a random one.
    fileprivate var ticks: UInt64? {
        high & 0xF000 == 0x7000 ? (high >> 16) << 12 | high & 0xFFF : nil
    }

    /// Parses the 36-character form; anything after a slash is ignored, as in `UUID/L0/001`.
    package init?(_ text: some StringProtocol) {
        let hex = text.utf8.prefix { $0 != 0x2F }
        guard hex.count == 36 else { return nil }
        var words: (UInt64, UInt64) = (0, 0)
        var digits = 0
        for (position, byte) in hex.enumerated() {
            if [8, 13, 18, 23].contains(position) {
                guard byte == 0x2D else { return nil }
                continue
            }
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            if digits < 16 {
                words.0 = words.0 << 4 | UInt64(digit)
            } else {
                words.1 = words.1 << 4 | UInt64(digit)
            }
            digits += 1
        }
        self.init(high: words.0, low: words.1)
    }

    /// Appends the 36 ASCII characters of the usual form, in upper case as in PhotoKit.
    package func appendText(to bytes: inout [UInt8]) {
        for index in 0..<32 {
            if index == 8 || index == 12 || index == 16 || index == 20 { bytes.append(0x2D) }
            let word = index < 16 ? high : low
            let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - index % 16 * 4)) & 15
            bytes.append(digit < 10 ? 0x30 + digit : 0x37 + digit)
        }
    }
}

extension ObjectUUID: Comparable {
    package static func < (a: ObjectUUID, b: ObjectUUID) -> Bool {
        a.high == b.high ? a.low < b.low : a.high < b.high
    }
}

/// Creates increasing identifiers: version 7 of RFC 9562, with the time in 4096ths of a millisecond.
///
/// Objects numbered in the same order can be found by their identifiers without an index on them.
package struct UUIDSequence {
    private var last: UInt64 = 0

    package init() {}

    /// Continues after an identifier created before.
    package mutating func advance(past uuid: ObjectUUID) {
        last = max(last, uuid.ticks ?? 0)
    }

    /// Returns the next identifier.
    ///
    /// `microseconds`: The time since 1970.
    package mutating func next(
        at microseconds: Int64,
        using generator: inout some RandomNumberGenerator
    ) -> ObjectUUID {
        let (milliseconds, rest) = UInt64(max(microseconds, 0)).quotientAndRemainder(
            dividingBy: 1_000
        )
        last = max(last + 1, milliseconds << 12 | rest * 4_096 / 1_000)
        return ObjectUUID(
            high: (last >> 12) << 16 | 0x7000 | last & 0xFFF,
            low: generator.next() & ~(0xC000 << 48) | (0x8000 << 48)
        )
    }
}

extension ObjectUUID: CustomStringConvertible {
    package var description: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(36)
        appendText(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The kind of an object, given by the last part of a PhotoKit `localIdentifier`.
package enum ObjectKind: Int, Sendable {
    case asset = 1
    case album = 2
    case folder = 3
    case smartAlbum = 4
    case moment = 5

    /// The name used in the feed.
    package var name: StaticString {
        switch self {
        case .asset: "asset"
        case .album: "album"
        case .folder: "folder"
        case .smartAlbum: "smartAlbum"
        case .moment: "moment"
        }
    }

    /// The part after the UUID in a `localIdentifier`.
    package var suffix: StaticString {
        switch self {
        case .asset: "/L0/001"
        case .album, .smartAlbum, .moment: "/L0/040"
        case .folder: "/L0/020"
        }
    }

    /// Returns the PhotoKit `localIdentifier` of an object of this kind.
    package func localIdentifier(_ uuid: ObjectUUID) -> String {
        "\(uuid)\(suffix)"
    }
}
