internal import CExif
internal import CExifMemory
internal import PhotoModel

/// The facts in the Exif IFDs, decoded by libexif.
struct ExifFacts {
    var make: String?
    var model: String?
    var lens: String?
    var software: String?
    var orientation = 1
    var customRendered = 0
    var userComment: String?
    var original = ExifMoment()
    var digitized = ExifMoment()
    /// When the file was last written.
    var modified = ExifMoment()
    var offset: String?
    var gps = GPSFacts()
    var appleNote = AppleMakerNote()
    var texts = ExifTexts()
    /// Whether there was any tag.
    var hasAny = false

    /// Adds the facts of another block in the same file.
    mutating func merge(_ other: ExifFacts?) {
        guard let other, other.hasAny else { return }
        hasAny = true
        make = make ?? other.make
        model = model ?? other.model
        lens = lens ?? other.lens
        software = software ?? other.software
        if orientation == 1 { orientation = other.orientation }
        if customRendered == 0 { customRendered = other.customRendered }
        userComment = userComment ?? other.userComment
        if original.date == nil { original = other.original }
        if digitized.date == nil { digitized = other.digitized }
        if modified.date == nil { modified = other.modified }
        offset = offset ?? other.offset
        texts.merge(other.texts)
        if gps.location == nil { gps = other.gps }
    }
}

/// A date, which Exif spreads over three tags.
struct ExifMoment {
    var date: String?
    var fraction: String?
    var offset: String?
    /// The name of the tag the date was read from, if it is not an Exif tag.
    var tag: StaticString?
}

/// One parsed Exif block; the only owner of libexif's objects.
@safe struct ExifReader: ~Copyable {
    private let data: UnsafeMutablePointer<ExifData>

    /// Decodes a block that begins with `Exif\0\0`, of which libexif reads at most 64 KiB.
    init?(_ block: Bytes) {
        guard let data = unsafe heliograph_exif_data_new() else { return nil }
        // The defaults would add tags that are not in the file and drop those libexif does not know.
        unsafe exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
        unsafe exif_data_unset_option(data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS)
        unsafe exif_data_set_option(data, EXIF_DATA_OPTION_DONT_CHANGE_MAKER_NOTE)
        let bytes = unsafe block.raw.bindMemory(to: UInt8.self)
        unsafe exif_data_load_data(data, bytes.baseAddress, UInt32(min(bytes.count, 65_535)))
        unsafe self.data = unsafe data
    }

    deinit {
        unsafe heliograph_exif_data_free(data)
    }

    /// Returns the facts of a block, or nil if it has no tags.
    static func facts(in block: Bytes, _ file: FileBytes) -> ExifFacts? {
        guard let reader = ExifReader(block) else { return nil }
        if heliograph_exif_was_refused() != 0 { file.budget.refuse(.memory) }
        guard !reader.isEmpty else { return nil }
        return reader.facts()
    }

    /// Returns everything needed from the tags.
    private func facts() -> ExifFacts {
        var facts = ExifFacts()
        let order = unsafe exif_data_get_byte_order(data)
        let contents = unsafe data.pointee.ifd
        unsafe read(contents.0, order) { facts.note($0) }
        unsafe read(contents.2, order) { facts.note($0) }
        unsafe read(contents.3, order) { facts.gps.note($0) }
        return facts
    }

    /// Whether there are no entries: libexif returns an empty object for invalid data.
    private var isEmpty: Bool {
        let contents = unsafe data.pointee.ifd
        return unsafe Self.isEmpty(contents.0) && Self.isEmpty(contents.1)
            && Self.isEmpty(contents.2) && Self.isEmpty(contents.3)
    }

    private static func isEmpty(_ content: UnsafeMutablePointer<ExifContent>?) -> Bool {
        unsafe (content?.pointee.count ?? 0) == 0
    }

    private func read(
        _ content: UnsafeMutablePointer<ExifContent>?,
        _ order: ExifByteOrder,
        _ body: (ExifTagValue) -> Void
    ) {
        guard let content = unsafe content, let entries = unsafe content.pointee.entries else {
            return
        }
        for index in unsafe 0..<Int(content.pointee.count) {
            guard let entry = unsafe entries[index]?.pointee, let data = unsafe entry.data else {
                continue
            }
            let bytes = unsafe Bytes(UnsafeRawBufferPointer(start: data, count: Int(entry.size)))
            unsafe body(
                ExifTagValue(
                    tag: Int(entry.tag.rawValue),
                    format: entry.format,
                    components: Int(entry.components),
                    bytes: bytes,
                    isBigEndian: order == EXIF_BYTE_ORDER_MOTOROLA
                )
            )
        }
    }
}

/// One tag with its raw value.
struct ExifTagValue {
    let tag: Int
    let format: ExifFormat
    let components: Int
    let bytes: Bytes
    let isBigEndian: Bool

    var text: String? { bytes.text }

    /// The first number of an integer value.
    var integer: Int? { integer(at: 0) }

    /// Returns one of the numbers of an integer value.
    func integer(at index: Int) -> Int? {
        switch format {
        case EXIF_FORMAT_SHORT:
            isBigEndian ? bytes.be16(index * 2) : bytes.le16(index * 2)
        // 13 is a directory's offset (TIFF technical note 1).
        case EXIF_FORMAT_LONG, ExifFormat(rawValue: 13):
            isBigEndian ? bytes.be32(index * 4) : bytes.le32(index * 4)
        case EXIF_FORMAT_BYTE: bytes.u8(index).map(Int.init)
        // BigTIFF's numbers and offsets of eight bytes.
        case ExifFormat(rawValue: 16), ExifFormat(rawValue: 18):
            isBigEndian ? bytes.be64(index * 8) : bytes.le64(index * 8)
        default: nil
        }
    }

    /// Returns a rational; nil if the denominator is zero or the value is of another type.
    func rational(_ index: Int) -> Double? {
        let isSigned = format == EXIF_FORMAT_SRATIONAL
        guard isSigned || format == EXIF_FORMAT_RATIONAL else { return nil }
        let at = index * 8
        let numerator = isBigEndian ? bytes.be32(at) : bytes.le32(at)
        let denominator = isBigEndian ? bytes.be32(at + 4) : bytes.le32(at + 4)
        guard let numerator, let denominator, denominator != 0 else { return nil }
        let number = { (value: Int) in
            Double(isSigned ? Int(Int32(truncatingIfNeeded: value)) : value)
        }
        return number(numerator) / number(denominator)
    }
}

extension ExifFacts {
    mutating func note(_ value: ExifTagValue) {
        hasAny = true
        switch value.tag {
        case 0x010F: make = value.text
        case 0x0110: model = value.text
        case 0x0112:
            if let number = value.integer, (1...8).contains(number) { orientation = number }
        case 0x0131: software = value.text
        case 0x0132: modified.date = value.text
        case 0x9003: original.date = value.text
        case 0x9004: digitized.date = value.text
        case 0x9010: offset = value.text
        case 0x9011: original.offset = value.text
        case 0x9012: digitized.offset = value.text
        case 0x9290: modified.fraction = value.text
        case 0x9291: original.fraction = value.text
        case 0x9292: digitized.fraction = value.text
        case 0x9286:
            userComment = value.bytes.from(8)?.text
            texts.note(value)
        case 0xA401: customRendered = value.integer ?? 0
        case 0xA434: lens = value.text
        case 0x927C: appleNote = AppleMakerNote(value.bytes)
        default: texts.note(value)
        }
    }
}
