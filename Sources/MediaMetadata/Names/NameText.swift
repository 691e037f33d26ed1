/// A name as namings see it: its bytes with ASCII letters in lower case.
struct NameText: Sendable {
    let bytes: [UInt8]
    /// The length in bytes of a known prefix of screenshots or screen recordings.
    let screenshotLength: Int
    let recordingLength: Int
    /// Whether it ends in a known mark of either.
    let hasMarkAtEnd: Bool

    /// `stem`: A name without its extension.
    init(_ stem: [UInt8]) {
        bytes = stem.map(Self.lowered)
        let text = String(decoding: stem, as: UTF8.self)
        let (screenshots, recordings) = (ScreenshotNames.marks, ScreenRecordingNames.marks)
        screenshotLength = Self.length(of: screenshots.prefix(of: text), in: text)
        recordingLength = Self.length(of: recordings.prefix(of: text), in: text)
        hasMarkAtEnd = (screenshots.suffix(of: text) ?? recordings.suffix(of: text)) != nil
    }

    /// Returns the bytes of a prefix in the text: canonical equivalents have as many characters, but not always as many
    /// bytes.
    private static func length(of prefix: String?, in text: String) -> Int {
        prefix.map { text.prefix($0.count).utf8.count } ?? 0
    }

    static func lowered(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }

    subscript(position: Int) -> UInt8? {
        position >= 0 && position < bytes.count ? bytes[position] : nil
    }

    func isDigit(_ position: Int) -> Bool { self[position].map(Self.isDigit) ?? false }

    /// Whether the byte at a position is an ASCII letter.
    func isLetter(_ position: Int) -> Bool {
        self[position].map { (0x61...0x7A).contains($0) } ?? false
    }

    static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Returns the number of consecutive digits from a position on.
    func digits(at position: Int) -> Int {
        guard position < bytes.count else { return 0 }
        return bytes[position...].prefix(while: Self.isDigit).count
    }

    /// Returns the number formed by that many digits.
    func number(at position: Int, _ count: Int) -> Int? {
        guard count > 0, count <= 18, position >= 0, position + count <= bytes.count else {
            return nil
        }
        var value = 0
        for byte in bytes[position..<position + count] {
            guard Self.isDigit(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        return value
    }

    func hasPrefix(_ literal: some Sequence<UInt8>, at position: Int) -> Bool {
        position >= 0 && position <= bytes.count && bytes[position...].starts(with: literal)
    }

    /// Whether a UUID is at a position, such as `1D4CAA6F-16C6-4C3D-901B-9387DE10E528`.
    func hasUUID(at position: Int) -> Bool {
        guard position + 36 <= bytes.count else { return false }
        return bytes[position..<position + 36].enumerated().allSatisfy { index, byte in
            [8, 13, 18, 23].contains(index)
                ? byte == UInt8(ascii: "-")
                : Self.isDigit(byte) || (0x61...0x66).contains(byte)
        }
    }
}
