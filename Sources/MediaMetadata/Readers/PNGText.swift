internal import CZlib

/// A text of a PNG file with its keyword, out of a `tEXt`, `zTXt` or `iTXt` chunk.
struct PNGText {
    let keyword: String
    let value: [UInt8]

    /// Longer chunks, and texts that unpack to more, are left alone.
    private static let longest = 1 << 20

    init?(_ type: FourCharacters, _ range: Range<Int>, _ file: FileBytes) {
        guard range.count <= Self.longest else { return nil }
        let found: (String, [UInt8])? = file.withBytes(
            at: range.lowerBound,
            count: range.count
        ) { chunk in
            guard let end = chunk.raw.prefix(80).firstIndex(of: 0) else { return nil }
            let keyword = String(decoding: chunk.raw[..<end], as: UTF8.self)
            return Self.value(type, chunk, after: end, file).map { (keyword, $0) }
        }
        guard let found else { return nil }
        (keyword, value) = found
    }

    /// After keyword and NUL: the text itself, or a method and what is packed, or flag, method,
    /// language, NUL, translated keyword, NUL and text.
    private static func value(
        _ type: FourCharacters,
        _ chunk: Bytes,
        after end: Int,
        _ file: FileBytes
    ) -> [UInt8]? {
        switch type {
        case "tEXt": return chunk.from(end + 1).map { Array($0.raw) }
        case "zTXt":
            guard chunk.u8(end + 1) == 0 else { return nil }
            return chunk.from(end + 2).flatMap { inflated($0, file) }
        default:
            guard let flag = chunk.u8(end + 1), chunk.u8(end + 2) == 0,
                let language = chunk.raw.dropFirst(end + 3).firstIndex(of: 0),
                let translated = chunk.raw.dropFirst(language + 1).firstIndex(of: 0),
                let text = chunk.from(translated + 1)
            else { return nil }
            return flag == 0 ? Array(text.raw) : inflated(text, file)
        }
    }

    private static func inflated(_ packed: Bytes, _ file: FileBytes) -> [UInt8]? {
        let room = min(max(packed.count * 8, 4_096), longest)
        guard file.budget.payLook(room) else { return nil }
        var stream = z_stream()
        guard
            inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK,
            let source = packed.raw.baseAddress
        else { return nil }
        defer { inflateEnd(&stream) }
        stream.next_in = UnsafeMutablePointer(mutating: source.assumingMemoryBound(to: UInt8.self))
        stream.avail_in = UInt32(clamping: packed.count)
        var output = [UInt8](repeating: 0, count: room)
        let (status, count) = output.withUnsafeMutableBufferPointer { buffer in
            stream.next_out = buffer.baseAddress
            stream.avail_out = UInt32(clamping: buffer.count)
            return (inflate(&stream, Z_FINISH), buffer.count - Int(stream.avail_out))
        }
        guard status == Z_STREAM_END || status == Z_BUF_ERROR, count > 0 else { return nil }
        return Array(output[..<count])
    }

    /// The kind of block of another format that ImageMagick keeps as `Raw profile type exif` and the like.
    var profileType: String? {
        let prefix = "Raw profile type "
        return keyword.hasPrefix(prefix) ? keyword.dropFirst(prefix.count).lowercased() : nil
    }

    /// The block: after a name and a length there are hexadecimal digits.
    var profile: [UInt8]? {
        let lines = value.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: true)
        guard lines.count == 3 else { return nil }
        return lines[2].withUnsafeBytes(Self.unfolded)
    }

    /// The bytes of hexadecimal digits, whatever lies between them.
    private static func unfolded(_ digits: UnsafeRawBufferPointer) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: digits.count / 2) { bytes, count in
            var high: UInt8?
            var place = 0
            while place < digits.count {
                let digit = digit(digits[place])
                place += 1
                guard let digit else { continue }
                if let first = high {
                    bytes[count] = first << 4 | digit
                    count += 1
                    high = nil
                } else {
                    high = digit
                }
            }
        }
    }

    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case 0x30...0x39: character - 0x30
        case 0x41...0x46, 0x61...0x66: (character & 0x0F) + 9
        default: nil
        }
    }
}
