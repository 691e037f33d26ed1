/// The possible JPEG pictures in a TIFF file, or in an Exif block, which has the same structure.
struct TIFFPreviews {
    private(set) var ranges: [Range<Int>] = []
    private(set) var orientation: Int?

    private let block: TIFFBlock
    private let end: Int

    /// The pictures that one directory describes.
    private struct Directory {
        var jpeg: (start: Int?, count: Int?) = (nil, nil)
        var strip: (start: Int?, count: Int?) = (nil, nil)
        var children: [Int] = []
        var exif: Int?
        var whole: Range<Int>?
        var orientation: Int?
    }

    /// Finds the pictures; with `chainOnly` only in the directories that follow each other, as in Exif.
    init(_ file: FileBytes, in range: Range<Int>, chainOnly: Bool = false) {
        (block, end) = (TIFFBlock(file, at: range.lowerBound), range.upperBound)
        var waiting: [Int] = []
        var next = block.first ?? 0
        for index in 0..<(chainOnly ? 2 : 16) {
            if next == 0, let child = waiting.first {
                next = child
                waiting.removeFirst()
            }
            guard next > 0 else { break }
            let (directory, after) = read(next)
            if index == 0 { orientation = directory.orientation }
            take(directory)
            if !chainOnly {
                waiting += directory.children
                if let exif = directory.exif { readMakerNote(in: exif) }
            }
            next = after
        }
    }

    private func read(_ at: Int) -> (Directory, next: Int) {
        var found = Directory()
        let next = block.entries(at) { value, place in
            switch value.tag {
            case 0x2E: found.whole = place..<place + value.components
            case 0x111 where value.components == 1: found.strip.start = value.integer
            case 0x117 where value.components == 1: found.strip.count = value.integer
            case 0x112:
                found.orientation = value.integer.flatMap { (1...8).contains($0) ? $0 : nil }
            case 0x14A:
                found.children = (0..<min(value.components, 8)).compactMap(value.integer(at:))
            case 0x201: found.jpeg.start = value.integer
            case 0x202: found.jpeg.count = value.integer
            case 0x8769: found.exif = value.integer
            default: break
            }
        }
        return (found, next ?? 0)
    }

    private mutating func take(_ directory: Directory) {
        for (start, count) in [directory.jpeg, directory.strip] {
            guard let start, let count else { continue }
            add(block.start + start, count)
        }
        if let whole = directory.whole { add(whole.lowerBound, whole.count) }
    }

    /// Adds a range, cut at the end of the block: many thumbnails claim to be longer than the block they are in.
    private mutating func add(_ start: Int, _ count: Int) {
        guard start < end, count > 16 else { return }
        ranges.append(start..<start + min(count, end - start))
    }

    /// Reads the offset of the preview, relative to the note, from the maker notes of Olympus and OM System.
    private mutating func readMakerNote(in exif: Int) {
        var note: Int?
        _ = block.entries(exif) { value, place in
            let isOlympus =
                value.bytes.hasPrefix("OLYMPUS\u{0}II") || value.bytes.hasPrefix("OM SYSTEM\u{0}")
            if value.tag == 0x927C, isOlympus { note = place }
        }
        guard let note else { return }
        let own = TIFFBlock(block.file, at: note)
        let isNew = block.file.withBytes(at: note, count: 2) { $0.hasPrefix("OM") } == true
        var settings: Int?
        _ = own.entries(isNew ? 16 : 12) { value, _ in
            if value.tag == 0x2020 { settings = value.integer }
        }
        var (start, count): (Int?, Int?) = (nil, nil)
        _ = settings.flatMap { at in
            own.entries(at) { value, _ in
                if value.tag == 0x101 { start = value.integer }
                if value.tag == 0x102 { count = value.integer }
            }
        }
        if let start, let count { add(note + start, count) }
    }
}
