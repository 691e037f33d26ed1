/// The primary picture of a HEIF or AVIF file (ISO/IEC 23008-12): its size as shown, and the location of its Exif and
/// XMP.
///
/// Nothing is decoded, and libheif is not used: it refuses files of newer phones.
struct HEIFReader {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var exif: Range<Int>?
    private(set) var xmp: Range<Int>?
    private(set) var facts = HEIFFacts()

    private var extents: [Int: Range<Int>] = [:]
    private var itemTypes: [Int: FourCharacters] = [:]
    private var describes: [Int: Set<Int>] = [:]
    private var primary = 1

    init?(_ file: FileBytes) {
        let reader = BoxReader(file: file)
        guard let meta = reader.first("meta", in: 0..<file.size) else { return nil }
        let boxes = reader.boxes(in: meta.dropFirst(4))
        for box in boxes { note(box, reader) }
        noteOutside(reader.boxes(in: 0..<file.size))
        if let properties = boxes.first(where: { $0.type == "iprp" }) {
            noteProperties(reader.boxes(in: properties.payload), reader)
        }
        for (item, type) in itemTypes where describes[item]?.contains(primary) ?? true {
            if type == "Exif" {
                exif = extents[item].flatMap { Self.exifBlock($0, reader) } ?? exif
            }
            if type == "mime" { xmp = extents[item] ?? xmp }
        }
        guard width > 0, height > 0 else { return nil }
    }

    private mutating func note(_ box: Box, _ reader: BoxReader) {
        switch box.type {
        case "pitm":
            primary =
                reader.read(box.payload) { $0.u8(0) == 0 ? $0.be16(4) : $0.be32(4) } ?? primary
        case "iinf": noteItems(box.payload, reader)
        case "iloc": extents = reader.read(box.payload) { Self.locations($0, reader.file) } ?? [:]
        case "iref": noteReferences(box.payload, reader)
        case "grpl":
            // An entity group: version, identifier, count, entities.
            for group in reader.boxes(in: box.payload) where group.type == "ster" {
                facts.hasStereoPair = reader.read(group.payload) { $0.be32(8) } ?? 0 >= 2
            }
        default: break
        }
    }

    private mutating func noteOutside(_ boxes: [Box]) {
        for box in boxes {
            switch box.type {
            case "moov": facts.hasSequence = true
            case "mpvd": facts.film = box.payload
            default: break
            }
        }
        facts.hasToneMap = itemTypes.values.contains("tmap")
    }

    private mutating func noteItems(_ range: Range<Int>, _ reader: BoxReader) {
        let isShort = reader.read(range.prefix(1)) { $0.u8(0) } == 0
        for entry in reader.boxes(in: range.dropFirst(isShort ? 6 : 8)) where entry.type == "infe" {
            let item: (Int, FourCharacters)? = reader.read(entry.payload) { bytes in
                guard let version = bytes.u8(0), version >= 2 else { return nil }
                let isShort = version == 2
                guard let id = isShort ? bytes.be16(4) : bytes.be32(4),
                    let type = bytes.type(isShort ? 8 : 10)
                else { return nil }
                return (id, type)
            }
            if let item { itemTypes[item.0] = item.1 }
        }
    }

    private mutating func noteReferences(_ range: Range<Int>, _ reader: BoxReader) {
        let isShort = reader.read(range.prefix(1)) { $0.u8(0) } == 0
        for box in reader.boxes(in: range.dropFirst(4)) {
            switch box.type {
            case "cdsc":
                let found = Self.reference(box.payload, isShort, reader)
                if let found { describes[found.from, default: []].formUnion(found.to) }
                facts.referenceTypes.append(box.payload.lowerBound - 4)
            case "dimg":
                facts.parts += Self.reference(box.payload, isShort, reader)?.to.count ?? 0
            case "auxl": facts.referenceTypes.append(box.payload.lowerBound - 4)
            case "thmb":
                let found = Self.reference(box.payload, isShort, reader)
                if found?.to.contains(primary) == true { facts.hasThumbnail = true }
            default: break
            }
        }
    }

    private static func reference(
        _ range: Range<Int>,
        _ isShort: Bool,
        _ reader: BoxReader
    ) -> (from: Int, to: [Int])? {
        reader.read(range) { bytes in
            let width = isShort ? 2 : 4
            let id: (Int) -> Int? = { isShort ? bytes.be16($0) : bytes.be32($0) }
            guard let from = id(0), let count = bytes.be16(width) else { return nil }
            let there = min(count, (bytes.count - width - 2) / width)
            return (from, (0..<there).compactMap { id(width + 2 + $0 * width) })
        }
    }

    /// Returns the locations of items that have one extent in the file itself.
    ///
    /// Fields may have a size of 0, so the loops are bounded by the bytes or paid for from the budget.
    private static func locations(_ bytes: Bytes, _ file: FileBytes) -> [Int: Range<Int>]? {
        guard let version = bytes.u8(0), version <= 2, let sizes = bytes.be16(4) else { return nil }
        let offsetSize = sizes >> 12
        let lengthSize = sizes >> 8 & 15
        let baseSize = sizes >> 4 & 15
        let indexSize = version > 0 ? sizes & 15 : 0
        var position = version < 2 ? 8 : 10
        guard let count = version < 2 ? bytes.be16(6) : bytes.be32(6) else { return nil }
        func number(_ size: Int) -> Int? {
            defer { position += size }
            switch size {
            case 0: return 0
            case 2: return bytes.be16(position)
            case 4: return bytes.be32(position)
            default: return bytes.be64(position)
            }
        }
        var found: [Int: Range<Int>] = [:]
        for _ in 0..<min(count, 65_536) {
            guard file.budget.paySteps(1), let id = number(version < 2 ? 2 : 4),
                let method = version > 0 ? number(2) : 0, number(2) != nil,
                let base = number(baseSize), let extents = number(2)
            else { return found }
            for extent in 0..<extents {
                guard file.budget.paySteps(1), number(indexSize) != nil,
                    let offset = number(offsetSize),
                    let length = number(lengthSize)
                else { return found }
                if extent == 0, method & 15 == 0, length > 0, base + offset <= Int.max - length {
                    found[id] = base + offset..<base + offset + length
                }
            }
        }
        return found
    }

    /// Returns an Exif item's block, whose TIFF header is at the offset that the item begins with.
    private static func exifBlock(_ range: Range<Int>, _ reader: BoxReader) -> Range<Int>? {
        guard range.count > 10, range.upperBound <= reader.file.size else { return nil }
        let skip: Int? = reader.file.withBytes(at: range.lowerBound, count: 4) { $0.be32(0) }
        guard let skip, skip < range.count - 4 else { return nil }
        return range.dropFirst(4 + skip)
    }

    /// Applies `ispe`, `irot` and `imir` only as `ipma` assigns them to the primary item, in its order.
    private mutating func noteProperties(_ boxes: [Box], _ reader: BoxReader) {
        guard let container = boxes.first(where: { $0.type == "ipco" }) else { return }
        let properties = reader.boxes(in: container.payload)
        for property in properties where property.type == "auxC" {
            let type = reader.read(property.payload) { $0.from(4)?.text }
            if let type { facts.auxiliaryTypes.append(type) }
        }
        var indexes: [Int] = []
        for box in boxes where box.type == "ipma" {
            indexes += reader.read(box.payload) { Self.associations($0, of: primary) } ?? []
        }
        for index in indexes where properties.indices.contains(index - 1) {
            let property = properties[index - 1]
            switch property.type {
            case "ispe":
                let size: (Int, Int)? = reader.read(property.payload) { bytes in
                    guard let width = bytes.be32(4), let height = bytes.be32(8) else { return nil }
                    return (width, height)
                }
                if let size { (width, height) = size }
            case "colr":
                let colours: ColourNumbers? = reader.read(property.payload.prefix(8)) { bytes in
                    guard bytes.hasPrefix("nclx"), let primaries = bytes.be16(4),
                        let transfer = bytes.be16(6)
                    else { return nil }
                    return ColourNumbers(primaries: primaries, transfer: transfer)
                }
                facts.colours = colours ?? facts.colours
            case "irot":
                let quarterTurns = reader.read(property.payload) { $0.u8(0) } ?? 0
                if quarterTurns & 1 == 1 { (width, height) = (height, width) }
            default: break
            }
        }
    }

    private static func associations(_ bytes: Bytes, of item: Int) -> [Int]? {
        guard let version = bytes.u8(0), let flags = bytes.u8(3), let count = bytes.be32(4) else {
            return nil
        }
        var position = 8
        for _ in 0..<count {
            let id = version < 1 ? bytes.be16(position) : bytes.be32(position)
            position += version < 1 ? 2 : 4
            guard let id, let associations = bytes.u8(position) else { return nil }
            position += 1
            let width = flags & 1 == 1 ? 2 : 1
            if id == item {
                return (0..<Int(associations)).compactMap { index in
                    width == 2
                        ? bytes.be16(position + index * 2).map { $0 & 0x7FFF }
                        : bytes.u8(position + index).map { Int($0 & 0x7F) }
                }
            }
            position += Int(associations) * width
        }
        return nil
    }
}

/// The facts about the pictures of a HEIF file, other than the primary one's size.
struct HEIFFacts {
    /// The types of the auxiliary pictures, such as a depth map, as URNs.
    var auxiliaryTypes: [String] = []
    /// The colours of the primary picture.
    var colours: ColourNumbers?
    /// Whether the primary picture has a thumbnail.
    var hasThumbnail = false
    /// The number of pictures it is composed of, such as the tiles of a large one.
    var parts = 0
    /// The offsets of the reference types that mark items as describing a picture or as auxiliary to one.
    var referenceTypes: [Int] = []
    /// Whether two pictures are grouped as the views of the left and the right eye.
    var hasStereoPair = false
    /// Whether there is a sequence of pictures in addition to the items.
    var hasSequence = false
    /// Whether an item describes how to derive a brighter picture (ISO 21496-1).
    var hasToneMap = false
    /// The range of the film in Samsung's box.
    var film: Range<Int>?
}

extension Range<Int> {
    /// Returns the range without its first `count` numbers.
    func dropFirst(_ count: Int) -> Range<Int> {
        Swift.min(lowerBound + count, upperBound)..<upperBound
    }

    /// Returns the first `count` numbers of the range.
    func prefix(_ count: Int) -> Range<Int> {
        lowerBound..<Swift.min(lowerBound + count, upperBound)
    }
}
