internal import PhotoModel

/// Canon's CIFF (`.CRW`): nested heaps, each with its directory at its end.
///
/// The layout follows "CIFF Specification on Image Data File" 1.0 revision 4, and exiftool's description of the
/// records.
struct CanonHeapReader {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var exif = ExifFacts()
    /// The ranges of pictures in JPEG.
    private(set) var pictures: [Range<Int>] = []

    private let file: FileBytes
    private let isBigEndian: Bool

    init?(_ file: FileBytes) {
        self.file = file
        isBigEndian = file.head.hasPrefix("MM")
        guard let start = isBigEndian ? file.head.be32(2) : file.head.le32(2),
            start >= 14, start < file.size
        else { return nil }
        readHeap(start..<file.size, level: 0)
        guard width > 0, height > 0 else { return nil }
    }

    /// Reads the directory of a heap, whose last four bytes give its offset: entries of tag, length and offset.
    private mutating func readHeap(_ heap: Range<Int>, level: Int) {
        guard heap.count >= 6,
            let place = file.withBytes(at: heap.upperBound - 4, count: 4, { long($0, 0) }),
            place <= heap.count - 2, file.budget.payDirectory(heap.lowerBound + place)
        else { return }
        let table = heap.lowerBound + place
        let count = file.withBytes(at: table, count: 2) { short($0, 0) } ?? 0
        let there = min(count, (heap.upperBound - table - 2) / 10)
        let entries = file.withBytes(at: table + 2, count: there * 10) { $0.array } ?? []
        for index in 0..<there {
            guard file.budget.paySteps(1) else { return }
            entries.lend { bytes in
                bytes.slice(index * 10, 10).map { readEntry($0, heap, level) } ?? ()
            }
        }
    }

    /// Reads an entry; the first two bits of its tag give the location of the value, the next three its type: heaps are
    /// 5 and 6.
    private mutating func readEntry(_ entry: Bytes, _ heap: Range<Int>, _ level: Int) {
        guard let tag = short(entry, 0), let length = long(entry, 2), let offset = long(entry, 6)
        else { return }
        guard tag & 0xC000 == 0, length <= heap.count, offset <= heap.count - length else { return }
        let value = heap.lowerBound + offset..<heap.lowerBound + offset + length
        switch tag {
        case 0x080A: noteCamera(value)
        case 0x180E: noteDate(value)
        case 0x1810: noteImage(value)
        case 0x2007, 0x2008: pictures.append(value)
        default:
            let kind = tag >> 11 & 7
            if kind == 5 || kind == 6, level < 8 { readHeap(value, level: level + 1) }
        }
    }

    /// Reads two texts, each followed by a NUL.
    private mutating func noteCamera(_ value: Range<Int>) {
        let texts: (String?, String?)? = file.withBytes(
            at: value.lowerBound,
            count: min(value.count, 256)
        ) { bytes in
            let model = bytes.position(of: 0).flatMap { bytes.from($0 + 1)?.text }
            return (bytes.text, model)
        }
        guard let texts else { return }
        (exif.make, exif.model, exif.hasAny) = (texts.0, texts.1, true)
    }

    /// Reads seconds since 1970 on the camera's clock, whatever its zone.
    private mutating func noteDate(_ value: Range<Int>) {
        let seconds = file.withBytes(at: value.lowerBound, count: min(value.count, 4)) {
            long($0, 0)
        }
        guard let seconds, seconds > 0 else { return }
        let date = CaptureDate(
            microseconds: Int64(seconds) * 1_000_000,
            offsetMinutes: nil,
            source: .exif
        )
        exif.original.date = "\(date)"
        exif.original.tag = "Canon CIFF TimeStamp"
        exif.hasAny = true
    }

    /// Reads width, height, pixel aspect ratio and clockwise rotation in degrees.
    private mutating func noteImage(_ value: Range<Int>) {
        let image: (Int, Int, Int)? = file.withBytes(
            at: value.lowerBound,
            count: min(value.count, 16)
        ) { bytes in
            guard let width = long(bytes, 0), let height = long(bytes, 4) else { return nil }
            return (width, height, long(bytes, 12) ?? 0)
        }
        guard let image else { return }
        (width, height) = (PictureSize.side(image.0), PictureSize.side(image.1))
        let turns = Int(Int32(truncatingIfNeeded: image.2)) % 360
        exif.orientation = [90: 6, 180: 3, 270: 8, -90: 8, -180: 3, -270: 6][turns] ?? 1
    }

    private func short(_ bytes: Bytes, _ at: Int) -> Int? {
        isBigEndian ? bytes.be16(at) : bytes.le16(at)
    }

    private func long(_ bytes: Bytes, _ at: Int) -> Int? {
        isBigEndian ? bytes.be32(at) : bytes.le32(at)
    }
}
