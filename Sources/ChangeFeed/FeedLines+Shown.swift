package import Catalogue

extension FeedLines {
    /// Appends an asset with the evidence for its derived values, as printed by `show`.
    ///
    /// `isPretty`: Whether to write one key per line, for people.
    package mutating func shownAsset(_ record: AssetRecord, isPretty: Bool) throws {
        let start = buffer.bytes.count
        try asset(record)
        buffer.bytes.removeLast()
        buffer.key("evidence")
        buffer.beginArray()
        for line in record.evidence?.split(separator: "\n") ?? [] {
            let parts = line.split(separator: "\t", maxSplits: 2).map(String.init)
            guard parts.count == 3 else { continue }
            buffer.beginObject()
            buffer.key("value")
            buffer.string(parts[0])
            buffer.key("rule")
            buffer.string(parts[1])
            buffer.key("detail")
            buffer.string(parts[2])
            buffer.endObject()
        }
        buffer.endArray()
        buffer.endObject()
        buffer.endLine()
        if isPretty { buffer.bytes = Self.pretty(buffer.bytes[start...]) }
    }

    /// Splits the outer object of a line, and the members of its last array, into lines.
    private static func pretty(_ line: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var (depth, isText, isEscaped) = (0, false, false)
        for byte in line {
            if isText {
                isText = isEscaped || byte != 0x22
                isEscaped = !isEscaped && byte == 0x5C
                result.append(byte)
                continue
            }
            switch byte {
            case 0x22: isText = true
            case 0x7B, 0x5B: depth += 1
            case 0x7D, 0x5D:
                depth -= 1
                if depth == 0 { result.append(0x0A) }
            default: break
            }
            result.append(byte)
            if depth == 1, byte == 0x7B || byte == 0x2C { result += [0x0A, 0x20, 0x20] }
            if byte == 0x3A { result.append(0x20) }
        }
        return result
    }
}
