internal import CExif

/// The directories of a TIFF file (TIFF 6.0) and of the RAW formats built like one, wherever in the
/// file they lie: the size of the largest picture, and what Exif tags say.
///
/// libexif sees 64 KiB of a block; RAW files keep their directories anywhere.
struct TIFFReader {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var exif: ExifFacts?
    /// The tags of a block that is a GPS directory itself.
    private(set) var gps = GPSFacts()
    private(set) var xmp: Range<Int>?
    private(set) var iptc: Range<Int>?

    private let file: FileBytes
    /// Where the header lies; offsets count from there.
    private let start: Int
    private let isBigEndian: Bool
    private var crop: (width: Int, height: Int)?
    private var pixels = (width: 0, height: 0)
    private var isDNG = false

    /// Reads a part of a file that is a TIFF file.
    ///
    /// With `isRaw` the picture's size is what Exif says of it rather than that of the largest stored;
    /// with `isGPS` the directory is a GPS directory.
    init?(_ file: FileBytes, in range: Range<Int>, isRaw: Bool, isGPS: Bool = false) {
        (self.file, start) = (file, range.lowerBound)
        isBigEndian = file.withBytes(at: start, count: 1) { $0.u8(0) } == 0x4D
        var facts = ExifFacts()
        var left = 16
        var waiting: [Int] = []
        guard var next = number32(4) else { return nil }
        if isGPS {
            var found = GPSFacts()
            _ = entries(next) { value, _ in found.note(value) }
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

    private func number16(_ at: Int) -> Int? {
        file.withBytes(at: start + at, count: 2) { isBigEndian ? $0.be16(0) : $0.le16(0) }
    }

    private func number32(_ at: Int) -> Int? {
        file.withBytes(at: start + at, count: 4) { isBigEndian ? $0.be32(0) : $0.le32(0) }
    }

    /// Sizes of the values of each type of TIFF and Exif.
    private static let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]

    /// Lends the entries of a directory; gives where the next directory is.
    private func entries(_ at: Int, _ body: (ExifTagValue, Int) -> Void) -> Int? {
        guard let count = number16(at), count <= 4_096, file.budget.payDirectory(start + at) else {
            return nil
        }
        let table = start + at + 2
        let there = min(count, (file.size - table) / 12)
        let isWhole: Bool? = file.withBytes(at: table, count: there * 12) { bytes in
            for index in 0..<there {
                guard file.budget.paySteps(1), let entry = bytes.slice(index * 12, 12) else {
                    return nil
                }
                lend(entry, table + index * 12, body)
            }
            return there == count
        }
        return isWhole == true ? number32(at + 2 + count * 12) : nil
    }

    /// Lends the value of an entry of twelve bytes, as much of it as libexif would see.
    private func lend(_ entry: Bytes, _ at: Int, _ body: (ExifTagValue, Int) -> Void) {
        let short: (Int) -> Int? = { isBigEndian ? entry.be16($0) : entry.le16($0) }
        let long: (Int) -> Int? = { isBigEndian ? entry.be32($0) : entry.le32($0) }
        guard let tag = short(0), let type = short(2), let components = long(4),
            let offset = long(8), Self.sizes.indices.contains(type), components <= 1 << 24
        else { return }
        let length = components * Self.sizes[type]
        let place = length <= 4 ? at + 8 : start + offset
        let take: (Bytes) -> Void? = { bytes in
            let value = ExifTagValue(
                tag: tag,
                format: ExifFormat(rawValue: UInt32(type)),
                components: components,
                bytes: bytes,
                isBigEndian: isBigEndian
            )
            body(value, place)
        }
        if length <= 4 {
            _ = entry.slice(8, length).flatMap(take)
        } else {
            _ = file.withBytes(at: place, count: min(length, 64 << 10), take)
        }
    }

    private mutating func readPicture(
        _ at: Int,
        isFirst: Bool,
        _ facts: inout ExifFacts,
        _ waiting: inout [Int]
    ) -> Int? {
        var size = (width: 0, height: 0)
        // Numbers only: a value's bytes are lent.
        var found: [(tag: Int, place: Range<Int>, size: (width: Int, height: Int))] = []
        var directories: [(tag: Int, at: Int)] = []
        var noted = facts
        let next = entries(at) { value, place in
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
        if size.width * size.height > width * height { (width, height) = size }
        return next
    }

    private mutating func readTags(_ tag: Int, _ at: Int, _ facts: inout ExifFacts) {
        var noted = facts
        var size = pixels
        var note: Int?
        let isSony = facts.make?.hasPrefix("SONY") == true
        _ = entries(at) { value, place in
            if value.tag == 0x927C, isSony {
                note = place - start + (value.bytes.hasPrefix("SONY DSC ") ? 12 : 0)
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

    /// Sony's note is a directory like the others, at times behind its name; 0xB02B is the size of the picture,
    /// height first (as exiftool documents it).
    private mutating func readSonyNote(_ at: Int) {
        var size = pixels
        _ = entries(at) { value, _ in
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

    /// DefaultCropSize, whole numbers or rationals.
    private static func cropSize(_ value: ExifTagValue) -> (width: Int, height: Int) {
        let (width, height) =
            value.format == EXIF_FORMAT_RATIONAL
            ? (value.rational(0).map { Int($0) }, value.rational(1).map { Int($0) })
            : (value.integer, value.integer(at: 1))
        return (PictureSize.side(width), PictureSize.side(height))
    }

    /// The stored picture has a margin of pixels that are not shown, or is a preview only.
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
