/// The JPEG pictures that a file holds in addition to its main one: the thumbnails of cameras, the previews of RAW
/// files.
package struct EmbeddedPictures {
    package struct Picture: Equatable, Sendable {
        /// The location in the file; the picture may end before the range does.
        package let range: Range<Int>
        package let width: Int
        package let height: Int

        var area: Int { width * height }
    }

    package private(set) var pictures: [Picture] = []
    /// The Exif orientation of the file's picture; nil if only the embedded pictures have one.
    package private(set) var orientation: Int?
    /// The stored size of the file's main picture; 0 if unknown.
    package private(set) var width = 0
    package private(set) var height = 0

    private let file: FileBytes

    /// Searches the places where files of the format keep them.
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

    /// The largest picture, for viewing.
    package var largest: Picture? {
        pictures.max { $0.area < $1.area }
    }

    /// The smallest picture that is still usable.
    package var smallest: Picture? {
        pictures.filter { max($0.width, $0.height) >= 100 }.min { $0.area < $1.area }
    }

    /// Adds the picture in a range, if there is one.
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

    /// Reads the second directory of the Exif of a JPEG file.
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

    /// Searches a file of a camera that puts its previews elsewhere.
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

    /// Returns the offsets at which a picture may begin.
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
