/// Panasonic's and Leica's RW2: a TIFF file with 0x55 where others have 42.
///
/// Its first directory has tags of its own below 0x100 (as exiftool documents them). The camera's Exif is in the
/// embedded JPEG picture; the directory repeats a little of it.
struct PanasonicRawReader {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var exif = ExifFacts()
    private(set) var xmp: Range<Int>?
    private(set) var iptc: Range<Int>?

    /// Top, left, bottom and right of the visible part of the sensor.
    private var borders = [0, 0, 0, 0]
    /// The size of the whole sensor.
    private var sensor = (width: 0, height: 0)
    private var directories: [(tag: Int, at: Int)] = []
    private var jpeg: Int?

    init?(_ file: FileBytes) {
        let block = TIFFBlock(file, at: 0)
        guard let first = block.first else { return nil }
        var found = self
        _ = block.entries(first) { found.note($0, $1) }
        for (tag, at) in found.directories.prefix(2) {
            _ = block.entries(at) { value, _ in
                tag == 0x8825 ? found.exif.gps.note(value) : found.exif.note(value)
            }
        }
        self = found
        settleSize()
        if let jpeg { readPicture(file, at: jpeg) }
        guard width > 0, height > 0 else { return nil }
    }

    private mutating func note(_ value: ExifTagValue, _ place: Int) {
        switch value.tag {
        case 2: sensor.width = PictureSize.side(value.integer)
        case 3: sensor.height = PictureSize.side(value.integer)
        case 4...7: borders[value.tag - 4] = PictureSize.side(value.integer)
        case 0x2E: jpeg = place
        case 0x2BC: xmp = place..<place + value.bytes.count
        case 0x83BB: iptc = place..<place + value.bytes.count
        case 0x8769, 0x8825:
            if let at = value.integer { directories.append((value.tag, at)) }
        default: exif.note(value)
        }
    }

    private mutating func settleSize() {
        let shown = (width: borders[3] - borders[1], height: borders[2] - borders[0])
        (width, height) = shown.width > 0 && shown.height > 0 ? shown : sensor
    }

    /// Reads only the texts of the JPEG picture, which may be smaller than the visible part of the sensor.
    private mutating func readPicture(_ file: FileBytes, at place: Int) {
        guard let picture = JPEGReader(file, at: place) else { return }
        if width == 0 { (width, height) = (picture.width, picture.height) }
        if let block = picture.exif {
            let facts = file.withBytes(at: block.lowerBound, count: min(block.count, 65_535)) {
                ExifReader.facts(in: $0, file)
            }
            exif.merge(facts)
        }
        xmp = xmp ?? picture.xmp
    }
}
