/// Canon's CR3: an ISO base media file whose `moov` holds TIFF blocks in boxes of Canon's own (as described by
/// lclevy/canon_cr3): `CMT1` is the first directory, `CMT2` Exif, `CMT4` GPS.
struct CanonRawReader {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var exif = ExifFacts()

    private static let boxType: [UInt8] = [
        0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A,
        0x48,
    ]

    init?(_ file: FileBytes) {
        let reader = BoxReader(file: file)
        guard let moov = reader.first("moov", in: 0..<file.size) else { return nil }
        for box in reader.boxes(in: moov) where box.type == "uuid" {
            let isCanon = reader.read(box.payload.prefix(16)) { $0.array == Self.boxType }
            guard isCanon == true else { continue }
            for block in reader.boxes(in: box.payload.dropFirst(16)) { note(block, file) }
        }
        guard width > 0, height > 0 else { return nil }
    }

    private mutating func note(_ box: Box, _ file: FileBytes) {
        switch box.type {
        case "CMT1":
            guard let tiff = TIFFReader(file, in: box.payload, isRaw: false) else { return }
            (width, height) = (tiff.width, tiff.height)
            exif.merge(tiff.exif)
        case "CMT2": exif.merge(TIFFReader(file, in: box.payload, isRaw: false)?.exif)
        case "CMT4":
            let directory = TIFFReader(file, in: box.payload, isRaw: false, isGPS: true)
            exif.gps = directory?.gps ?? exif.gps
        default: break
        }
    }
}

/// Fujifilm's RAF: a header that points at a JPEG with the Exif and at a list of the sensor's
/// properties (as exiftool documents it).
struct FujiRawReader {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var exif: Range<Int>?
    private(set) var xmp: Range<Int>?

    init?(_ file: FileBytes) {
        guard let picture = file.head.be32(84), let list = file.head.be32(92),
            let jpeg = JPEGReader(file, at: picture)
        else { return nil }
        (width, height, exif, xmp) = (jpeg.width, jpeg.height, jpeg.exif, jpeg.xmp)
        noteSensor(file, list)
    }

    /// Reads entries of tag, length and value; 0x0111 is the cropped size, height first.
    private mutating func noteSensor(_ file: FileBytes, _ at: Int) {
        let size: (Int, Int)? = file.withBytes(at: at, count: min(4_096, file.size - at)) { bytes in
            guard let count = bytes.be32(0), count <= 256 else { return nil }
            var position = 4
            for _ in 0..<count {
                guard let tag = bytes.be16(position), let length = bytes.be16(position + 2) else {
                    return nil
                }
                if tag == 0x0111, let height = bytes.be16(position + 4),
                    let width = bytes.be16(position + 6)
                {
                    return (width, height)
                }
                position += 4 + length
            }
            return nil
        }
        if let size, size.0 > 0, size.1 > 0 { (width, height) = size }
    }
}
