internal import CZlib

/// A text of a PNG file with its keyword, from a `tEXt`, `zTXt` or `iTXt` chunk.
struct PNGText {
    let keyword: String
    let value: [UInt8]

    /// Longer chunks, and texts that unpack to more, are ignored.
    private static let longest = 1 << 20

    init?(_ type: FourCharacters, _ range: Range<Int>, _ file: FileBytes) {
        guard range.count <= Self.longest else { return nil }
        let found: (String, [UInt8])? = file.withBytes(
            at: range.lowerBound,
            count: range.count
        ) { chunk in
            guard let end = chunk.position(of: 0), end < 80, let name = chunk.slice(0, end) else {
                return nil
            }
            let keyword = name.string
            return Self.value(type, chunk, after: end, file).map { (keyword, $0) }
        }
        guard let found else { return nil }
        (keyword, value) = found
    }

    /// Returns the value after keyword and NUL: the text itself, or a method and compressed data, or flag, method,
    /// language, NUL, translated keyword, NUL and text.
    private static func value(
        _ type: FourCharacters,
        _ chunk: Bytes,
        after end: Int,
        _ file: FileBytes
    ) -> [UInt8]? {
        switch type {
        case "tEXt": return chunk.from(end + 1).map { $0.array }
        case "zTXt":
            guard chunk.u8(end + 1) == 0 else { return nil }
            return chunk.from(end + 2).flatMap { inflated($0, file) }
        default:
            guard let flag = chunk.u8(end + 1), chunk.u8(end + 2) == 0,
                let language = chunk.position(of: 0, from: end + 3),
                let translated = chunk.position(of: 0, from: language + 1),
                let text = chunk.from(translated + 1)
            else { return nil }
            return flag == 0 ? text.array : inflated(text, file)
        }
    }

    private static func inflated(_ packed: Bytes, _ file: FileBytes) -> [UInt8]? {
        let room = min(max(packed.count * 8, 4_096), longest)
        guard file.budget.payLook(room) else { return nil }
        var stream = unsafe z_stream()
        guard
            unsafe inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK,
            let source = unsafe packed.raw.baseAddress
        else { return nil }
        defer { unsafe inflateEnd(&stream) }
        unsafe stream.next_in = unsafe UnsafeMutablePointer(
            mutating: source.assumingMemoryBound(to: UInt8.self)
        )
        unsafe stream.avail_in = UInt32(clamping: packed.count)
        var output = [UInt8](repeating: 0, count: room)
        let (status, count) = unsafe output.withUnsafeMutableBufferPointer { buffer in
            unsafe stream.next_out = buffer.baseAddress
            unsafe stream.avail_out = UInt32(clamping: buffer.count)
            return unsafe (inflate(&stream, Z_FINISH), buffer.count - Int(stream.avail_out))
        }
        guard status == Z_STREAM_END || status == Z_BUF_ERROR, count > 0 else { return nil }
        return Array(output[..<count])
    }

    /// The type of a block of another format that ImageMagick keeps under a keyword such as `Raw profile type exif`.
    var profileType: String? {
        let prefix = "Raw profile type "
        return keyword.hasPrefix(prefix) ? keyword.dropFirst(prefix.count).lowercased() : nil
    }

    /// The block, which follows a name and a length as hexadecimal digits.
    var profile: [UInt8]? {
        let lines = value.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: true)
        guard lines.count == 3 else { return nil }
        return Array(lines[2]).lend(Self.unfolded)
    }

    /// Decodes hexadecimal digits, ignoring other characters between them.
    private static func unfolded(_ digits: Bytes) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        var high: UInt8?
        for place in 0..<digits.count {
            guard let digit = digits.u8(place).flatMap(digit) else { continue }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return bytes
    }

    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case 0x30...0x39: character - 0x30
        case 0x41...0x46, 0x61...0x66: (character & 0x0F) + 9
        default: nil
        }
    }
}
