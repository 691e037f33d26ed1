internal import FoundationEssentials
internal import PhotoModel

/// A buffer for writing JSON text byte by byte.
struct JSONBuffer {
    var bytes: [UInt8] = []
    private var needsComma = false

    mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    }

    mutating func beginObject() {
        separate()
        bytes.append(0x7B)
        needsComma = false
    }

    mutating func endObject() {
        bytes.append(0x7D)
        needsComma = true
    }

    mutating func beginArray() {
        separate()
        bytes.append(0x5B)
        needsComma = false
    }

    mutating func endArray() {
        bytes.append(0x5D)
        needsComma = true
    }

    /// Ends the line.
    mutating func endLine() {
        bytes.append(0x0A)
        needsComma = false
    }

    private mutating func separate() {
        if needsComma { bytes.append(0x2C) }
        needsComma = true
    }

    /// Appends a key of this program, which needs no escaping; a value must follow.
    mutating func key(_ key: StaticString) {
        separate()
        bytes.append(0x22)
        raw(key)
        bytes.append(0x22)
        bytes.append(0x3A)
        needsComma = false
    }

    /// Appends a key that is not the first of its object, given with its comma and colon.
    mutating func key(following bytes: [UInt8]) {
        self.bytes.append(contentsOf: bytes)
        needsComma = false
    }

    mutating func null() {
        separate()
        raw("null")
    }

    mutating func bool(_ value: Bool) {
        separate()
        raw(value ? "true" : "false")
    }

    mutating func integer(_ value: Int64) {
        separate()
        appendDigits(value)
    }

    mutating func appendDigits(_ value: Int64) {
        if value < 0 { bytes.append(0x2D) }
        var rest = value.magnitude
        guard rest >= 10 else {
            bytes.append(0x30 + UInt8(truncatingIfNeeded: rest))
            return
        }
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var first = digits.count
            while rest > 0 {
                first -= 1
                unsafe digits[first] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
            unsafe bytes.append(contentsOf: digits[first...])
        }
    }

    /// Appends the shortest text that parses to the same number; null for a number without a JSON representation.
    mutating func double(_ value: Double?) {
        guard let value, value.isFinite else {
            null()
            return
        }
        if value == value.rounded(), abs(value) < 1e15 {
            integer(Int64(value))
            return
        }
        separate()
        bytes.append(contentsOf: value.description.utf8)
    }

    mutating func string(_ value: StaticString) {
        separate()
        bytes.append(0x22)
        raw(value)
        bytes.append(0x22)
    }

    mutating func string(_ value: String?) {
        guard var value else {
            null()
            return
        }
        value.withUTF8 { unsafe escaped($0) }
    }

    /// Appends text that should be UTF-8; invalid bytes become U+FFFD.
    ///
    /// - Returns: Whether it was UTF-8.
    @discardableResult
    mutating func string(bytes value: [UInt8]) -> Bool {
        var all: UInt8 = 0
        for byte in value { all |= byte }
        if all < 0x80 {
            unsafe value.withUnsafeBufferPointer { unsafe escaped($0) }
            return true
        }
        let isValid = String(validating: value, as: UTF8.self) != nil
        if isValid {
            unsafe value.withUnsafeBufferPointer { unsafe escaped($0) }
        } else {
            string(String(decoding: value, as: UTF8.self))
        }
        return isValid
    }

    mutating func base64(_ value: [UInt8]) {
        string(Data(value).base64EncodedString())
    }

    private mutating func escaped(_ text: UnsafeBufferPointer<UInt8>) {
        separate()
        bytes.append(0x22)
        var start = 0
        for index in text.indices {
            let byte = unsafe text[index]
            guard byte < 0x20 || byte == 0x22 || byte == 0x5C else { continue }
            unsafe bytes.append(contentsOf: text[start..<index])
            escape(byte)
            start = index + 1
        }
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
        bytes.append(0x22)
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(0x5C)
        switch byte {
        case 0x22, 0x5C: bytes.append(byte)
        case 0x0A: bytes.append(0x6E)
        case 0x0D: bytes.append(0x72)
        case 0x09: bytes.append(0x74)
        default:
            raw("u00")
            for digit in [byte >> 4, byte & 15] {
                bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
            }
        }
    }

    /// Appends a date in the format of RFC 3339, with milliseconds.
    ///
    /// - Parameters:
    ///   - microseconds: The time since 1970 UTC.
    ///   - offset: Minutes east of UTC; nil writes the clock's time without a zone.
    mutating func date(_ microseconds: Int64, offset: Int?) {
        separate()
        bytes.append(0x22)
        let time = CivilTime(at: microseconds, offset: offset)
        let milliseconds = time.microsecond / 1_000
        let (century, year) = time.year.quotientAndRemainder(dividingBy: 100)
        var text: InlineArray<23, UInt8> = .init(repeating: 0x2D)
        func put(_ value: Int, at index: Int) {
            text[index] = 0x30 + UInt8(truncatingIfNeeded: value / 10)
            text[index + 1] = 0x30 + UInt8(truncatingIfNeeded: value % 10)
        }
        put(century, at: 0)
        put(year, at: 2)
        put(time.month, at: 5)
        put(time.day, at: 8)
        text[10] = 0x54
        put(time.hour, at: 11)
        text[13] = 0x3A
        put(time.minute, at: 14)
        text[16] = 0x3A
        put(time.second, at: 17)
        text[19] = 0x2E
        put(milliseconds / 10, at: 20)
        text[22] = 0x30 + UInt8(truncatingIfNeeded: milliseconds % 10)
        unsafe text.span.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        if let offset { zone(CivilTime.sound(offset)) }
        bytes.append(0x22)
    }

    private mutating func zone(_ offset: Int) {
        guard offset != 0 else {
            bytes.append(0x5A)
            return
        }
        bytes.append(offset < 0 ? 0x2D : 0x2B)
        digits(abs(offset) / 60, 2)
        bytes.append(0x3A)
        digits(abs(offset) % 60, 2)
    }

    private mutating func digits(_ value: Int, _ count: Int) {
        var divisor = 1
        for _ in 1..<count { divisor *= 10 }
        for _ in 0..<count {
            bytes.append(0x30 + UInt8(truncatingIfNeeded: value / divisor % 10))
            divisor /= 10
        }
    }

    mutating func date(_ date: CaptureDate?) {
        guard let date else {
            null()
            return
        }
        self.date(date.written, offset: date.offsetMinutes)
    }
}
