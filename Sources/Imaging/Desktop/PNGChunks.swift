/// The chunks of a PNG file, without decoding the picture.
struct PNGChunks {
    /// A chunk: its name, and the position of its content in the file.
    private struct Chunk {
        let name: [UInt8]
        let content: Range<Int>
    }

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private let bytes: [UInt8]
    private let chunks: [Chunk]
    let width: Int
    let height: Int
    let hasAlpha: Bool

    /// Splits a file into its chunks; nil if it is not a complete PNG file.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: Self.signature) else { return nil }
        var chunks: [Chunk] = []
        var position = Self.signature.count
        while position + 12 <= bytes.count {
            let length = Self.integer(bytes, position)
            guard length <= bytes.count - position - 12 else { return nil }
            let content = position + 8..<position + 8 + length
            chunks.append(Chunk(name: Array(bytes[position + 4..<position + 8]), content: content))
            position = content.upperBound + 4
        }
        guard let header = chunks.first, header.name == Array("IHDR".utf8),
            header.content.count == 13, chunks.last?.name == Array("IEND".utf8)
        else { return nil }
        (self.bytes, self.chunks) = (bytes, chunks)
        width = Self.integer(bytes, header.content.lowerBound)
        height = Self.integer(bytes, header.content.lowerBound + 4)
        hasAlpha =
            bytes[header.content.lowerBound + 9] & 4 != 0
            || chunks.contains { $0.name == Array("tRNS".utf8) }
    }

    /// The texts by keyword.
    var texts: [String: String] {
        var texts: [String: String] = [:]
        for chunk in chunks where chunk.name == Array("tEXt".utf8) {
            guard let (keyword, text) = text(of: chunk), texts[keyword] == nil else { continue }
            texts[keyword] = text
        }
        return texts
    }

    /// Returns the file with these texts right after its header, replacing those with the same keywords.
    func with(_ texts: [(keyword: String, text: String)]) -> [UInt8] {
        var result = Self.signature
        for (index, chunk) in chunks.enumerated() {
            if chunk.name == Array("tEXt".utf8), let keyword = text(of: chunk)?.keyword,
                texts.contains(where: { $0.keyword == keyword })
            {
                continue
            }
            result += bytes[chunk.content.lowerBound - 8..<chunk.content.upperBound + 4]
            guard index == 0 else { continue }
            for (keyword, text) in texts {
                result += Self.chunk("tEXt", Array(keyword.utf8) + [0] + Array(text.utf8))
            }
        }
        return result
    }

    private func text(of chunk: Chunk) -> (keyword: String, text: String)? {
        guard let end = bytes[chunk.content].firstIndex(of: 0) else { return nil }
        return (
            String(decoding: bytes[chunk.content.lowerBound..<end], as: UTF8.self),
            String(decoding: bytes[end + 1..<chunk.content.upperBound], as: UTF8.self)
        )
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + content
        return big(UInt32(content.count)) + named + big(checksum(named))
    }

    private static func big(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func integer(_ bytes: [UInt8], _ position: Int) -> Int {
        bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns the CRC-32 that PNG uses.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
                sum >> 1 ^ (sum & 1 == 0 ? 0 : 0xEDB8_8320)
            }
        }
    }
}
