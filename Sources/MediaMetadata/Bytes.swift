internal import Glibc

/// A view of bytes in which every read is checked against the end.
@safe package struct Bytes {
    package let raw: UnsafeRawBufferPointer

    package init(_ raw: UnsafeRawBufferPointer) {
        unsafe self.raw = unsafe raw
    }

    package var count: Int { unsafe raw.count }

    package func u8(_ offset: Int) -> UInt8? {
        unsafe offset >= 0 && offset < raw.count ? raw[offset] : nil
    }

    private func load<Integer: FixedWidthInteger>(_ offset: Int, as: Integer.Type) -> Integer? {
        let size = MemoryLayout<Integer>.size
        guard offset >= 0, unsafe raw.count >= size, unsafe offset <= raw.count - size else {
            return nil
        }
        return unsafe raw.loadUnaligned(fromByteOffset: offset, as: Integer.self)
    }

    package func be16(_ offset: Int) -> Int? {
        load(offset, as: UInt16.self).map { Int($0.bigEndian) }
    }

    package func be32(_ offset: Int) -> Int? {
        load(offset, as: UInt32.self).map { Int($0.bigEndian) }
    }

    /// Returns a big-endian 64-bit number; nil if it is larger than any file, so that a sum of a few cannot overflow.
    package func be64(_ offset: Int) -> Int? {
        load(offset, as: UInt64.self).flatMap { value in
            value.bigEndian < 1 << 60 ? Int(value.bigEndian) : nil
        }
    }

    package func le64(_ offset: Int) -> Int? {
        load(offset, as: UInt64.self).flatMap { value in
            value.littleEndian < 1 << 60 ? Int(value.littleEndian) : nil
        }
    }

    package func le16(_ offset: Int) -> Int? {
        load(offset, as: UInt16.self).map { Int($0.littleEndian) }
    }

    package func le32(_ offset: Int) -> Int? {
        load(offset, as: UInt32.self).map { Int($0.littleEndian) }
    }

    /// Returns the bytes of a range, cut at the end of the view.
    package func slice(_ offset: Int, _ count: Int) -> Bytes? {
        guard offset >= 0, count >= 0, unsafe offset <= raw.count,
            unsafe count <= raw.count - offset
        else {
            return nil
        }
        return unsafe Bytes(UnsafeRawBufferPointer(rebasing: raw[offset..<offset + count]))
    }

    /// Returns everything from `offset` on.
    package func from(_ offset: Int) -> Bytes? {
        unsafe slice(offset, raw.count - offset)
    }

    package func hasPrefix(_ text: StaticString, at offset: Int = 0) -> Bool {
        let count = text.utf8CodeUnitCount
        guard offset >= 0, unsafe raw.count >= count, unsafe offset <= raw.count - count else {
            return false
        }
        return text.withUTF8Buffer { unsafe raw[offset..<offset + count].elementsEqual($0) }
    }

    /// Whether ASCII text contains these lower-case letters in either case; nil for text that is not ASCII, where a
    /// letter may take several bytes.
    func asciiContains(_ letters: StaticString) -> Bool? {
        let word = letters.withUTF8Buffer { unsafe $0 }
        var isThere = false
        for start in unsafe 0..<raw.count {
            guard unsafe raw[start] < 0x80 else { return nil }
            guard !isThere, unsafe raw[start] | 0x20 == word[0],
                unsafe word.count <= raw.count - start
            else {
                continue
            }
            isThere = (1..<word.count).allSatisfy { unsafe raw[start + $0] | 0x20 == word[$0] }
        }
        return isThere
    }

    /// The text up to the first NUL, without surrounding white space; nil if nothing is left.
    package var text: String? {
        guard let base = unsafe raw.baseAddress else { return nil }
        let zero = unsafe memchr(base, 0, raw.count)
        var end = unsafe zero.map { unsafe UnsafeRawPointer($0) - base } ?? raw.count
        // By index rather than by a copy: there may be megabytes of white space.
        var start = 0
        while start < end, unsafe raw[start] <= 0x20 { start += 1 }
        while end > start, unsafe raw[end - 1] <= 0x20 { end -= 1 }
        return unsafe start < end ? String(decoding: raw[start..<end], as: UTF8.self) : nil
    }

    /// Returns the four characters of a chunk or box type as one number.
    package func type(_ offset: Int) -> FourCharacters? {
        load(offset, as: UInt32.self).map { FourCharacters(rawValue: $0.bigEndian) }
    }
}

/// A chunk or box type, such as `moov`.
package struct FourCharacters: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

extension FourCharacters: ExpressibleByStringLiteral {
    package init(stringLiteral text: StaticString) {
        rawValue = text.withUTF8Buffer { unsafe $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }
}
