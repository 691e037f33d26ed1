/// Writes fields one after another into memory that has room for them.
@safe struct FieldWriter {
    private let room: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    init(_ room: UnsafeMutableRawBufferPointer) {
        unsafe self.room = unsafe room
    }

    /// Returns the largest number of bytes that a text takes.
    static func bound(_ text: String?) -> Int { 2 + min(text?.utf8.count ?? 0, AnswerLimits.text) }

    mutating func integer<Integer: FixedWidthInteger>(_ value: Integer) {
        set(value, at: count)
        count += MemoryLayout<Integer>.size
    }

    /// Overwrites the number at an offset that was already written.
    func set<Integer: FixedWidthInteger>(_ value: Integer, at offset: Int) {
        precondition(
            unsafe offset + MemoryLayout<Integer>.size <= room.count,
            "no room for a field"
        )
        unsafe room.storeBytes(of: value.littleEndian, toByteOffset: offset, as: Integer.self)
    }

    mutating func text(_ text: String?) {
        guard var text else {
            integer(UInt16.max)
            return
        }
        text.withUTF8 { bytes in
            let kept = unsafe UnsafeRawBufferPointer(bytes).prefix(AnswerLimits.text)
            integer(UInt16(unsafe kept.count))
            precondition(unsafe count + kept.count <= room.count, "no room for a text")
            unsafe UnsafeMutableRawBufferPointer(rebasing: room[count...]).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: kept)
            )
            count += unsafe kept.count
        }
    }
}

/// Reads fields in the order they were written, and nothing beyond the end.
struct FieldReader {
    private let bytes: Bytes
    private(set) var position = 0

    init(_ bytes: Bytes) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position >= bytes.count }

    mutating func integer<Integer: FixedWidthInteger>(
        _: Integer.Type = Integer.self
    ) throws(AnswerError) -> Integer {
        let size = MemoryLayout<Integer>.size
        guard bytes.count - position >= size else { throw AnswerError("it ends within a number") }
        defer { position += size }
        return unsafe Integer(
            littleEndian: bytes.raw.loadUnaligned(fromByteOffset: position, as: Integer.self)
        )
    }

    /// Reads a byte that is 0 or 1.
    mutating func flag() throws(AnswerError) -> Bool {
        let value = try integer(UInt8.self)
        guard value <= 1 else { throw AnswerError("\(value) is neither yes nor no") }
        return value == 1
    }

    mutating func double() throws(AnswerError) -> Double {
        Double(bitPattern: try integer())
    }

    /// Reads a text of at most `limit` bytes; returns nil if no text was written.
    mutating func text(_ limit: Int) throws(AnswerError) -> String? {
        let count = try integer(UInt16.self)
        return count == .max ? nil : try text(Int(count), limit)
    }

    /// Reads a text of `count` bytes.
    mutating func text(_ count: Int, _ limit: Int) throws(AnswerError) -> String {
        guard count <= limit else {
            throw AnswerError("a text has \(count) bytes, more than \(limit)")
        }
        guard let slice = bytes.slice(position, count) else {
            throw AnswerError("it ends within a text")
        }
        position += count
        // Validation takes several times as long, and most texts do not need it.
        if unsafe slice.raw.allSatisfy({ $0 < 0x80 }) {
            return unsafe String(decoding: slice.raw, as: UTF8.self)
        }
        guard let text = unsafe String(validating: slice.raw, as: UTF8.self) else {
            throw AnswerError("a text is not UTF-8")
        }
        return text
    }

    mutating func rawBytes(_ count: Int) throws(AnswerError) -> [UInt8] {
        guard let slice = bytes.slice(position, count) else {
            throw AnswerError("it ends within a name")
        }
        position += count
        return slice.array
    }
}
