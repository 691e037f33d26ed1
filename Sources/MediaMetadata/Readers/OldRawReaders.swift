/// Minolta's MRW: blocks of a type and a length, of which `TTW` is a TIFF file (as exiftool documents it).
enum MinoltaRaw {
    static func block(_ file: FileBytes) -> Range<Int>? {
        var position = 8
        for _ in 0..<16 {
            let header: (type: FourCharacters, length: Int)? = file.withBytes(
                at: position,
                count: 8
            ) { bytes in
                guard let type = bytes.type(0), let length = bytes.be32(4) else { return nil }
                return (type, length)
            }
            guard let (type, length) = header else { return nil }
            if type == "\u{0}TTW" { return position + 8..<position + 8 + length }
            position += 8 + length
        }
        return nil
    }
}

/// Sigma's X3F: a header with the size, and at the end of the file a directory of sections, of which one is a JPEG
/// with the Exif (as exiftool documents it).
struct SigmaRawReader {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var exif: Range<Int>?

    init?(_ file: FileBytes) {
        guard let width = file.head.le32(28), let height = file.head.le32(32),
            let rotation = file.head.le32(36)
        else { return nil }
        (self.width, self.height) = (PictureSize.side(width), PictureSize.side(height))
        if rotation % 180 == 90 { swap(&self.width, &self.height) }
        guard self.width > 0, self.height > 0 else { return nil }
        let directory = file.withBytes(at: file.size - 4, count: 4) { $0.le32(0) }
        guard let directory else { return }
        let count = file.withBytes(at: directory, count: 12) { bytes in
            bytes.hasPrefix("SECd") ? bytes.le32(8) : nil
        }
        for index in 0..<min(count ?? 0, 64) where exif == nil {
            let place = file.withBytes(at: directory + 12 + index * 12, count: 4) { $0.le32(0) }
            if let place { noteSection(place, file) }
        }
    }

    /// Format 18 of the pictures is JPEG, after a header of 28 bytes.
    private mutating func noteSection(_ at: Int, _ file: FileBytes) {
        let isJPEG = file.withBytes(at: at, count: 16) { bytes in
            bytes.hasPrefix("SECi") && bytes.le32(12) == 18
        }
        if isJPEG == true { exif = JPEGReader(file, at: at + 28)?.exif }
    }
}
