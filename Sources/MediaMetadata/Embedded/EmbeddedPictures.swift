/// The pictures in JPEG that a file holds beside the one it is for: the thumbnails of cameras, the previews of RAW
/// files.
package struct EmbeddedPictures {
    package struct Picture: Equatable, Sendable {
        /// Where it lies; its own end may come before that of the range.
        package let range: Range<Int>
        package let width: Int
        package let height: Int

        var area: Int { width * height }
    }

    package private(set) var pictures: [Picture] = []
    /// How the file's picture is turned to be looked at, as Exif numbers it; nil when only its pictures say.
    package private(set) var orientation: Int?
    /// The size of the picture that the file is for, as it is stored; 0 where it is not known.
    package private(set) var width = 0
    package private(set) var height = 0

    private let file: FileBytes

    /// Looks for them where files of the format have them.
    package init(_ file: FileBytes, _ format: MediaFormat) {
        self.file = file
        switch format {
        case .jpeg: readThumbnail()
        case .cr3: readCanonBoxes()
        case .raf: readFuji()
        case .crw: readCanonHeap()
        default: readTIFF()
        }
        if format.isRaw, largest.map({ max($0.width, $0.height) < 640 }) ?? true { search() }
    }

    /// The largest, for those who want to see what was photographed.
    package var largest: Picture? {
        pictures.max { $0.area < $1.area }
    }

    /// The smallest that can still be looked at.
    package var smallest: Picture? {
        pictures.filter { max($0.width, $0.height) >= 100 }.min { $0.area < $1.area }
    }

    /// Notes what lies in a range, when it is a picture.
    private mutating func note(_ range: Range<Int>) {
        let isJPEG = file.withBytes(at: range.lowerBound, count: 3) { bytes in
            bytes.be16(0) == 0xFFD8 && bytes.u8(2) == 0xFF
        }
        guard isJPEG == true, range.upperBound <= file.size,
            !pictures.contains(where: { $0.range.lowerBound == range.lowerBound }),
            let jpeg = JPEGReader(file, at: range.lowerBound), !jpeg.isForSensors
        else { return }
        pictures.append(Picture(range: range, width: jpeg.width, height: jpeg.height))
    }

    /// The second directory of the Exif of a JPEG file.
    private mutating func readThumbnail() {
        guard let jpeg = JPEGReader(file) else { return }
        (width, height, orientation) = (jpeg.width, jpeg.height, 1)
        guard let exif = jpeg.exif, exif.count > 14 else { return }
        let start = exif.lowerBound + 6
        let found = TIFFPreviews(file, in: start..<exif.upperBound, chainOnly: true)
        orientation = found.orientation ?? 1
        found.ranges.forEach { note($0) }
    }

    private mutating func readTIFF() {
        let found = TIFFPreviews(file, in: 0..<file.size)
        orientation = found.orientation ?? 1
        found.ranges.forEach { note($0) }
    }

    private mutating func readFuji() {
        guard let start = file.head.be32(84), let count = file.head.be32(88),
            start < file.size, count <= file.size - start
        else { return }
        note(start..<start + count)
        if let jpeg = JPEGReader(file, at: start), let exif = jpeg.exif {
            let found = TIFFPreviews(
                file,
                in: exif.lowerBound + 6..<exif.upperBound,
                chainOnly: true
            )
            orientation = found.orientation
            found.ranges.forEach { note($0) }
        }
    }

    private mutating func readCanonHeap() {
        guard let heap = CanonHeapReader(file) else { return }
        (width, height, orientation) = (heap.width, heap.height, heap.exif.orientation)
        heap.pictures.forEach { note($0) }
    }

    private mutating func readCanonBoxes() {
        let found = CanonPreviews(file)
        orientation = found.orientation
        found.ranges.forEach { note($0) }
    }

    /// Goes through a file of a camera that puts its previews elsewhere.
    private mutating func search() {
        var position = 0
        while position + 4 <= file.size, pictures.count < 8 {
            let count = min(FileBytes.headSize, file.size - position)
            let found: [Int]? = file.withBytes(at: position, count: count) { bytes in
                Self.beginnings(in: bytes)
            }
            guard let found else { return }
            for place in found { note(position + place..<file.size) }
            position += max(count - 3, 1)
        }
    }

    /// Where what may be a picture begins.
    private static func beginnings(in bytes: Bytes) -> [Int] {
        var places: [Int] = []
        var start = 0
        while let place = bytes.position(of: 0xFF, from: start) {
            if bytes.be32(place).map({ $0 >> 8 == 0xFF_D8FF }) == true { places.append(place) }
            start = place + 1
        }
        return places
    }
}
