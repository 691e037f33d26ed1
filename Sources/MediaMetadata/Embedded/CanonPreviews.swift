/// The JPEG pictures in Canon's CR3 (as described by lclevy/canon_cr3): a thumbnail and a preview in boxes of their
/// own, and the whole picture as the only sample of the first track.
struct CanonPreviews {
    private(set) var ranges: [Range<Int>] = []
    private(set) var orientation: Int?

    private let reader: BoxReader

    init(_ file: FileBytes) {
        reader = BoxReader(file: file)
        for box in reader.boxes(in: 0..<file.size) {
            switch box.type {
            case "moov": readMovie(box.payload)
            // A number, then a box.
            case "uuid": readBoxes(in: box.payload.dropFirst(24))
            default: break
            }
        }
    }

    private mutating func readMovie(_ movie: Range<Int>) {
        let boxes = reader.boxes(in: movie)
        for box in boxes where box.type == "uuid" { readBoxes(in: box.payload.dropFirst(16)) }
        guard let track = boxes.first(where: { $0.type == "trak" }) else { return }
        var table = track.payload
        for type in ["mdia", "minf", "stbl"] as [FourCharacters] {
            guard let inner = reader.first(type, in: table) else { return }
            table = inner
        }
        readSamples(table)
    }

    private mutating func readSamples(_ table: Range<Int>) {
        let size = reader.first("stsz", in: table).flatMap { range in
            reader.read(range.prefix(16)) { bytes in
                bytes.be32(4).flatMap { $0 > 0 ? $0 : bytes.be32(12) }
            }
        }
        let start =
            reader.first("co64", in: table).flatMap { range in
                reader.read(range.prefix(16)) { $0.be64(8) }
            }
            ?? reader.first("stco", in: table).flatMap { range in
                reader.read(range.prefix(12)) { $0.be32(8) }
            }
        if let size, let start { ranges.append(start..<start + size) }
    }

    private mutating func readBoxes(in range: Range<Int>) {
        for box in reader.boxes(in: range) {
            switch box.type {
            // The sizes come first.
            case "THMB", "PRVW": ranges.append(box.payload.dropFirst(16))
            case "CMT1":
                orientation =
                    TIFFPreviews(reader.file, in: box.payload, chainOnly: true).orientation
            default: break
            }
        }
    }
}
