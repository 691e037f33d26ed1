/// The values needed from Apple's maker note.
///
/// The note is `Apple iOS\0`, a version, `MM`, and from byte 14 an IFD, always big-endian, whose offsets are relative
/// to the note's first byte (as exiftool documents it). libexif 0.6.24 decodes its longer values wrongly, so the raw
/// bytes are read here.
struct AppleMakerNote {
    private(set) var isThere = false
    var burstUUID: String?
    var contentIdentifier: String?
    var hdrImageType: Int?
    var imageCaptureType: Int?

    init() {}

    init(_ note: Bytes) {
        guard note.hasPrefix("Apple iOS\u{0}"), let count = note.be16(14), count <= 512 else {
            return
        }
        isThere = true
        for index in 0..<count {
            let at = 16 + index * 12
            guard let tag = note.be16(at), let type = note.be16(at + 2),
                let components = note.be32(at + 4)
            else { return }
            switch (tag, type) {
            case (0x000B, 2): burstUUID = Self.text(note, at, components)
            case (0x0011, 2): contentIdentifier = Self.text(note, at, components)
            case (0x000A, 9): hdrImageType = note.be32(at + 8)
            case (0x0014, 9): imageCaptureType = note.be32(at + 8)
            default: break
            }
        }
    }

    /// Reads a text: identifiers have 36 characters, but entries may all point at the same long text.
    private static func text(_ note: Bytes, _ at: Int, _ count: Int) -> String? {
        guard count <= 256 else { return nil }
        guard count > 4 else { return note.slice(at + 8, count)?.text }
        return note.be32(at + 8).flatMap { note.slice($0, count)?.text }
    }
}
