internal import Glibc
internal import PhotoModel

/// The data that camera makers append to a JPEG file.
struct TrailerFacts {
    var samsungBlocks: [SamsungTrailer.Block] = []
    /// The offset of the film that Huawei's trailer points at.
    var huaweiFilm: Int?
}

/// What a PNG file says in chunks of its own.
struct PNGFacts {
    /// By keyword.
    var texts: [String: String] = [:]
    var colours: ColourNumbers?
}

/// Everything the rules may look at.
struct FileFacts {
    /// The name without directory and extension, as text.
    var stem: String
    var format: MediaFormat
    var width = 0
    var height = 0
    var exif: ExifFacts?
    var xmp = XMPFacts()
    var png = PNGFacts()
    var trailers = TrailerFacts()
    /// The number of pictures in the animation; two stands for any number above one.
    var frames = 1
    var heif = HEIFFacts()
    /// The XMP of the further pictures of a JPEG file.
    var otherPictures: [XMPFacts] = []
    var movie: MovieReader?

    /// Programs that drop the make may keep Apple's note.
    var isApple: Bool {
        guard let exif else { return false }
        return exif.make.map { $0 == "Apple" } ?? exif.appleNote.isThere
    }

    /// Apple's identifier of a Live Photo, and the tag it was read from.
    var contentIdentifier: (identifier: String, tag: String)? {
        let key = "com.apple.quicktime.content.identifier"
        if let text = movie?.keys[key], !text.isEmpty { return (text, key) }
        guard isApple, let text = exif?.appleNote.contentIdentifier, !text.isEmpty else {
            return nil
        }
        return (text, "Apple maker note 0x0011")
    }

    var pixels: Int { width * height }

    /// The long side divided by the short one.
    var aspect: Double {
        let short = min(width, height)
        return short > 0 ? Double(max(width, height)) / Double(short) : 1
    }

    /// Whether the stem begins as phones name a picture: `20230701_123045`.
    var isNamedByTime: Bool {
        stem.utf8.count >= 15
            && zip(stem.utf8, 0..<15).allSatisfy { byte, index in
                index == 8 ? byte == 0x5F : (0x30...0x39).contains(byte)
            }
    }

    /// Whether the stem contains a text, byte for byte; checked for every file.
    func nameContains(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        let isThere = unsafe stem.utf8.withContiguousStorageIfAvailable { name in
            guard let base = name.baseAddress, name.count >= count else { return false }
            return (0...name.count - count).contains {
                unsafe memcmp(base + $0, text.utf8Start, count) == 0
            }
        }
        return isThere ?? false
    }
}
