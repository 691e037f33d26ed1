/// A document of Photoshop (Adobe Photoshop File Formats Specification): the header, then the colours, then the
/// resources.
struct PhotoshopReader {
    private(set) var width: Int
    private(set) var height: Int
    private(set) var exif: Range<Int>?
    private(set) var xmp: Range<Int>?
    private(set) var iptc: Range<Int>?

    init?(_ file: FileBytes) {
        guard let height = file.head.be32(14), let width = file.head.be32(18), width > 0,
            height > 0,
            let colors = file.head.be32(26)
        else { return nil }
        (self.width, self.height) = (width, height)
        let length = file.withBytes(at: 30 + colors, count: 4) { $0.be32(0) }
        guard let length else { return }
        var position = 34 + colors
        for _ in 0..<4_096 where position < 34 + colors + length {
            guard let resource = Self.resource(at: position, file) else { return }
            switch resource.kind {
            case 0x0404: iptc = resource.range
            case 0x0422: exif = resource.range
            case 0x0424: xmp = resource.range
            default: break
            }
            position = resource.range.upperBound + resource.range.count % 2
        }
    }

    private static func resource(
        at position: Int,
        _ file: FileBytes
    ) -> (kind: Int, range: Range<Int>)? {
        let header: (kind: Int, name: Int)? = file.withBytes(at: position, count: 7) { bytes in
            guard bytes.hasPrefix("8BIM"), let kind = bytes.be16(4), let name = bytes.u8(6) else {
                return nil
            }
            return (kind, (Int(name) + 2) & ~1)
        }
        guard let header else { return nil }
        let data = position + 6 + header.name
        let length = file.withBytes(at: data, count: 4) { $0.be32(0) }
        return length.map { (header.kind, data + 4..<data + 4 + $0) }
    }
}

/// A JPEG 2000 file (ISO/IEC 15444-1, annex I), whose `uuid` boxes may have Exif and XMP.
struct JPEG2000Reader {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var exif: Range<Int>?
    private(set) var xmp: Range<Int>?

    init?(_ file: FileBytes) {
        let reader = BoxReader(file: file)
        for box in reader.boxes(in: 0..<file.size) {
            switch box.type {
            case "jp2h":
                let size: (Int, Int)? = reader.first("ihdr", in: box.payload).flatMap { header in
                    reader.read(header.prefix(8)) { bytes in
                        guard let height = bytes.be32(0), let width = bytes.be32(4) else {
                            return nil
                        }
                        return (width, height)
                    }
                }
                if let size { (width, height) = size }
            case "uuid":
                let identifier = reader.read(box.payload.prefix(16)) { $0.array }
                if identifier == MovieReader.packetIdentifier { xmp = box.payload.dropFirst(16) }
                if identifier == Array("JpgTiffExif->JP2".utf8) {
                    exif = box.payload.dropFirst(16)
                }
            default: break
            }
        }
        guard width > 0, height > 0 else { return nil }
    }
}
