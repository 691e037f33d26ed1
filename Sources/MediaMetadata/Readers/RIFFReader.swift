/// Walks the chunks of a RIFF file (Microsoft's and IBM's Multimedia Programming Interface) without reading their
/// contents.
struct RIFFReader {
    let file: FileBytes

    /// Calls `body` with the type and the contents of each chunk in a range; those of the last may end after the file.
    func forEachChunk(in range: Range<Int>, _ body: (FourCharacters, Range<Int>) -> Void) {
        var position = range.lowerBound
        for _ in 0..<4_096 where position + 8 <= range.upperBound {
            let header: (type: FourCharacters, length: Int)? = file.withBytes(
                at: position,
                count: 8
            ) { bytes in
                guard let type = bytes.type(0), let length = bytes.le32(4) else { return nil }
                return (type, length)
            }
            guard let (type, length) = header else { return }
            body(type, position + 8..<position + 8 + length)
            position += 8 + length + length & 1
        }
    }
}

/// The date and camera in an AVI film.
struct AVIReader {
    /// The date as written (`IDIT`, or `ICRD` in the list `INFO`), in local time.
    private(set) var created: String?
    private(set) var make: String?
    private(set) var model: String?
    private(set) var xmp: XMPFacts?

    init(_ file: FileBytes) {
        read(12..<max(12, file.size), RIFFReader(file: file), depth: 0)
    }

    private mutating func read(_ range: Range<Int>, _ reader: RIFFReader, depth: Int) {
        reader.forEachChunk(in: range) { type, contents in
            switch type {
            case "LIST" where depth < 2:
                let form = reader.file.withBytes(at: contents.lowerBound, count: 4) { $0.type(0) }
                guard let form, ["hdrl", "INFO", "ncdt"].contains(form) else { return }
                read(contents.dropFirst(4).clamped(to: range), reader, depth: depth + 1)
            case "IDIT": created = text(contents, reader.file) ?? created
            case "ICRD": created = created ?? text(contents, reader.file)
            case "nctg": noteNikon(contents, reader.file)
            case "_PMX" where contents.count <= 1 << 20:
                xmp = reader.file.withBytes(at: contents.lowerBound, count: contents.count) {
                    XMPFacts($0, reader.file)
                }
            default: break
            }
        }
    }

    private func text(_ range: Range<Int>, _ file: FileBytes) -> String? {
        file.withBytes(at: range.lowerBound, count: min(range.count, 64)) { $0.text }
    }

    /// Reads Nikon's tags: number, length, value; ExifTool's documentation names the numbers.
    private mutating func noteNikon(_ range: Range<Int>, _ file: FileBytes) {
        let found: [Int: String]? = file.withBytes(
            at: range.lowerBound,
            count: min(range.count, 4_096)
        ) { bytes in
            var (texts, position): ([Int: String], Int) = ([:], 0)
            while let tag = bytes.le16(position), let length = bytes.le16(position + 2) {
                if [3, 4, 0x13].contains(tag) {
                    texts[tag] = bytes.slice(position + 4, length)?.text
                }
                position += 4 + length
            }
            return texts
        }
        guard let found else { return }
        (make, model) = (found[3], found[4])
        created = created ?? found[0x13]
    }
}
