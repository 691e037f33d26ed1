internal import Glibc
internal import PhotoModel

/// What makers append to a JPEG file.
struct TrailerFacts {
    var samsungBlocks: [SamsungTrailer.Block] = []
    /// Where the film begins of which Huawei's trailer tells.
    var huaweiFilm: Int?
}

/// Everything the rules may look at.
struct FileFacts {
    /// The name without its directory and extension, as text.
    var stem: String
    var format: MediaFormat
    var width = 0
    var height = 0
    var exif: ExifFacts?
    var xmp = XMPFacts()
    /// Texts of PNG files by keyword.
    var pngTexts: [String: String] = [:]
    var trailers = TrailerFacts()
    /// How many pictures are shown one after another; two stands for any number more than one.
    var frames = 1
    var heif = HEIFFacts()
    /// What the further pictures of a JPEG file say of themselves.
    var otherPictures: [XMPFacts] = []
    var movie: MovieReader?

    var pngSoftware: String? { pngTexts["Software"] }

    var isApple: Bool { exif?.make == "Apple" }

    /// Apple's identifier of a Live Photo, with where it was read.
    var contentIdentifier: (identifier: String, tag: String)? {
        let key = "com.apple.quicktime.content.identifier"
        if let text = movie?.keys[key], !text.isEmpty { return (text, key) }
        guard isApple, let text = exif?.appleNote.contentIdentifier, !text.isEmpty else {
            return nil
        }
        return (text, "Apple maker note 0x0011")
    }

    var pixels: Int { width * height }

    /// The long side by the short one.
    var aspect: Double {
        let short = min(width, height)
        return short > 0 ? Double(max(width, height)) / Double(short) : 1
    }

    /// Whether the stem has this in it, byte for byte; asked of every file.
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
