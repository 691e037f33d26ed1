internal import CExif

/// The directories of a TIFF file (TIFF 6.0) and of the RAW formats built like one, wherever they are in the file: the
/// size of the largest picture, and the Exif tags.
///
/// libexif reads only 64 KiB of a block; RAW files keep their directories anywhere.
struct TIFFReader {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var exif: ExifFacts?
    /// The tags of a block that is itself a GPS directory.
    private(set) var gps = GPSFacts()
    private(set) var xmp: Range<Int>?
    private(set) var iptc: Range<Int>?

    private let block: TIFFBlock
    /// Whether a file has previews beside its picture, which is the largest; else the first page is shown.
    private let isRaw: Bool
    private var crop: (width: Int, height: Int)?
    private var pixels = (width: 0, height: 0)
    private var isDNG = false

    /// Reads a range of a file that holds a TIFF file.
    ///
    /// With `isRaw` the picture's size is the one in Exif rather than that of the largest stored picture; with `isGPS`
    /// the directory is a GPS directory.
    init?(_ file: FileBytes, in range: Range<Int>, isRaw: Bool, isGPS: Bool = false) {
        block = TIFFBlock(file, at: range.lowerBound)
        self.isRaw = isRaw
        var facts = ExifFacts()
        var left = 16
        var waiting: [Int] = []
        guard var next = block.first else { return nil }
        if isGPS {
            var found = GPSFacts()
            _ = block.entries(next) { value, _ in found.note(value) }
            gps = found
            return
        }
        while next > 0 || !waiting.isEmpty, left > 0 {
            if next == 0 { next = waiting.removeFirst() }
            left -= 1
            next = readPicture(next, isFirst: left == 15, &facts, &waiting) ?? 0
        }
        if facts.hasAny { exif = facts }
        if isRaw { settleRawSize() }
    }

    private mutating func readPicture(
        _ at: Int,
        isFirst: Bool,
        _ facts: inout ExifFacts,
        _ waiting: inout [Int]
    ) -> Int? {
        var size = (width: 0, height: 0)
        // Numbers only: the bytes of a value are valid only during the call.
        var found: [(tag: Int, place: Range<Int>, size: (width: Int, height: Int))] = []
        var directories: [(tag: Int, at: Int)] = []
        var noted = facts
        let next = block.entries(at) { value, place in
            switch value.tag {
            case 0x100: size.width = PictureSize.side(value.integer)
            case 0x101: size.height = PictureSize.side(value.integer)
            case 0x14A:
                for index in 0..<min(value.components, 8) {
                    if let child = value.integer(at: index) { directories.append((0x14A, child)) }
                }
            case 0x8769, 0x8825:
                if let child = value.integer { directories.append((value.tag, child)) }
            case 0x2BC, 0x83BB, 0xC612, 0xC620:
                let size = value.tag == 0xC620 ? Self.cropSize(value) : (0, 0)
                found.append((value.tag, place..<place + value.bytes.count, size))
            default: if isFirst { noted.note(value) }
            }
        }
        facts = noted
        for (tag, place, size) in found { note(tag, place, size) }
        for (tag, child) in directories {
            if tag == 0x14A, waiting.count < 8 { waiting.append(child) }
            if tag != 0x14A { readTags(tag, child, &facts) }
        }
        if isRaw ? size.width * size.height > width * height : width == 0 { (width, height) = size }
        return next
    }

    private mutating func readTags(_ tag: Int, _ at: Int, _ facts: inout ExifFacts) {
        var noted = facts
        var size = pixels
        var note: Int?
        let isSony = facts.make?.hasPrefix("SONY") == true
        _ = block.entries(at) { value, place in
            if value.tag == 0x927C, isSony {
                note = place - block.start + (value.bytes.hasPrefix("SONY DSC ") ? 12 : 0)
            }
            if tag == 0x8825 {
                noted.gps.note(value)
            } else {
                noted.note(value)
                if value.tag == 0xA002 { size.width = PictureSize.side(value.integer) }
                if value.tag == 0xA003 { size.height = PictureSize.side(value.integer) }
            }
        }
        (facts, pixels) = (noted, size)
        if let note { readSonyNote(note) }
    }

    /// Reads Sony's note, a directory like the others, sometimes after its name; 0xB02B is the size of the picture,
    /// height first (as exiftool documents it).
    private mutating func readSonyNote(_ at: Int) {
        var size = pixels
        _ = block.entries(at) { value, _ in
            guard value.tag == 0xB02B, let height = value.integer,
                let width = value.integer(at: 1)
            else { return }
            size = (PictureSize.side(width), PictureSize.side(height))
        }
        pixels = size
    }

    private mutating func note(_ tag: Int, _ place: Range<Int>, _ size: (Int, Int)) {
        switch tag {
        case 0x2BC: xmp = xmp ?? place
        case 0x83BB: iptc = iptc ?? place
        case 0xC612: isDNG = true
        default: crop = size
        }
    }

    /// Reads DefaultCropSize, as integers or rationals.
    private static func cropSize(_ value: ExifTagValue) -> (width: Int, height: Int) {
        let (width, height) =
            value.format == EXIF_FORMAT_RATIONAL
            ? (value.rational(0).map { Int($0) }, value.rational(1).map { Int($0) })
            : (value.integer, value.integer(at: 1))
        return (PictureSize.side(width), PictureSize.side(height))
    }

    /// Replaces the stored size by the one in the tags: the stored picture has a margin of hidden pixels, or is only a
    /// preview.
    private mutating func settleRawSize() {
        if isDNG {
            if let crop, crop.width > 0, crop.height > 0 { (width, height) = crop }
        } else if pixels.width > 0, pixels.height > 0,
            pixels.width * pixels.height * 10 >= width * height * 9
        {
            (width, height) = pixels
        }
    }
}
