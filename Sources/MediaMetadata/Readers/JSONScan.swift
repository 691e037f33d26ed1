/// The single values of a JSON text (RFC 8259) by the path of their names, such as `geoData.latitude`.
///
/// Lists are skipped, and so are texts longer than numbers and words are.
struct JSONScan {
    private(set) var values: [String: String] = [:]
    /// The text of the given name, decoded; nil if it is not in the JSON.
    private(set) var written: String?
    private let writtenName: String
    private let text: Bytes
    private let file: FileBytes
    private var position = 0

    private static let deepest = 32
    private static let longest = 64

    /// `written`: The name of the one text that may be long and have escapes.
    ///
    /// - Returns: Nil if it is not a JSON object, or exceeds the file's budget.
    init?(_ text: Bytes, _ file: FileBytes, written: String) {
        (self.text, self.file, writtenName) = (text, file, written)
        if text.hasPrefix("\u{FEFF}") { position = 3 }
        skipSpace()
        guard next == UInt8(ascii: "{"), readValue("", isKept: true, depth: 0) else { return nil }
    }

    private var next: UInt8? { text.u8(position) }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func readValue(_ path: String, isKept: Bool, depth: Int) -> Bool {
        guard depth < Self.deepest, file.budget.paySteps(1) else { return false }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return readObject(path, isKept: isKept, depth: depth)
        case UInt8(ascii: "["): return readList(depth: depth)
        case UInt8(ascii: "\""):
            let start = position + 1
            guard let text = readText() else { return false }
            if isKept { values[path] = text }
            if isKept, path == writtenName, written == nil {
                written = decoded(start..<position - 1)
            }
            return true
        default:
            let start = position
            while let byte = next, "+-.".utf8.contains(byte) || Self.isWord(byte) { position += 1 }
            guard position > start, let word = text.slice(start, position - start) else {
                return false
            }
            if isKept, word.count <= Self.longest { values[path] = word.string }
            return true
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    private mutating func readObject(_ path: String, isKept: Bool, depth: Int) -> Bool {
        position += 1
        if take(UInt8(ascii: "}")) { return true }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\""), let key = readText(), take(UInt8(ascii: ":")) else {
                return false
            }
            let isKept = isKept && depth < 4 && values.count < 256
            let inner = isKept ? path.isEmpty ? key : "\(path).\(key)" : ""
            guard readValue(inner, isKept: isKept, depth: depth + 1) else { return false }
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "}"))
    }

    private mutating func readList(depth: Int) -> Bool {
        position += 1
        if take(UInt8(ascii: "]")) { return true }
        repeat {
            guard readValue("", isKept: false, depth: depth + 1) else { return false }
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "]"))
    }

    /// Reads a quoted text; the result is empty if the text is too long or has escaped characters.
    private mutating func readText() -> String? {
        position += 1
        let start = position
        var isPlain = true
        while let byte = next, byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\") {
                isPlain = false
                position += 1
            }
            position += 1
        }
        guard next != nil, let found = text.slice(start, position - start) else { return nil }
        position += 1
        return isPlain && found.count <= Self.longest ? found.string : ""
    }

    /// Returns a text with its escapes resolved; only the beginning of a long one.
    private func decoded(_ range: Range<Int>) -> String? {
        // An escape takes at most six bytes.
        let length = min(range.count, 6 * AnswerLimits.text)
        guard file.budget.paySteps(length / 16 + 1),
            let bytes = text.slice(range.lowerBound, length)
        else { return nil }
        var units: [UInt16] = []
        var (plain, index) = ([UInt8](), 0)
        var result = ""
        func flush() {
            result += String(decoding: plain, as: UTF8.self)
            result += String(decoding: units, as: UTF16.self)
            (plain, units) = ([], [])
        }
        while let byte = bytes.u8(index) {
            index += 1
            guard byte == UInt8(ascii: "\\"), let escape = bytes.u8(index) else {
                if !units.isEmpty { flush() }
                plain.append(byte)
                continue
            }
            index += 1
            if escape == UInt8(ascii: "u") {
                if !plain.isEmpty { flush() }
                let digits = bytes.slice(index, 4).flatMap { UInt16($0.string, radix: 16) }
                units.append(digits ?? 0xFFFD)
                index += 4
            } else {
                if !units.isEmpty { flush() }
                plain.append(Self.escaped(escape))
            }
        }
        flush()
        return result
    }

    private static func escaped(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "f"): 0x0A
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "b"): 0x20
        default: byte
        }
    }
}
