package import PhotoModel

/// A file format, recognised by content; the name only distinguishes the kinds of TIFF and identifies sidecars.
package enum MediaFormat: UInt8, Sendable, CaseIterable {
    case unknown = 0
    case jpeg, png, gif, webp, tiff, heic, heif, avif, bmp, jpegXL, photoshop, jpeg2000, livePhoto
    case dng, nef, cr2, arw, tiffRaw, cr3, raf, rw2, crw, mrw, x3f
    case quickTime, mpeg4, m4v, threeGP, matroska, webm, avi, transportStream, mpeg, asf
    /// Files about other files; recognised by their names.
    case xmpSidecar, adjustments, takeoutSidecar

    package var mediaType: MediaType {
        switch self {
        case .unknown, .xmpSidecar, .adjustments, .takeoutSidecar: .unknown
        case .quickTime, .mpeg4, .m4v, .threeGP, .matroska, .webm, .avi, .transportStream, .mpeg,
            .asf:
            .video
        default: .image
        }
    }

    /// Whether files of the format describe other files.
    package var isSidecar: Bool {
        self == .xmpSidecar || self == .adjustments || self == .takeoutSidecar
    }

    package var isRaw: Bool {
        switch self {
        case .dng, .nef, .cr2, .arw, .tiffRaw, .cr3, .raf, .rw2, .crw, .mrw, .x3f: true
        default: false
        }
    }

    /// The uniform type identifier that Apple's systems use for the format.
    package var uniformTypeIdentifier: String {
        switch self {
        case .unknown: "public.data"
        case .jpeg: "public.jpeg"
        case .png: "public.png"
        case .gif: "com.compuserve.gif"
        case .webp: "org.webmproject.webp"
        case .tiff: "public.tiff"
        case .heic: "public.heic"
        case .heif: "public.heif"
        case .avif: "public.avif"
        case .bmp: "com.microsoft.bmp"
        case .jpegXL: "public.jpeg-xl"
        case .photoshop: "com.adobe.photoshop-image"
        case .jpeg2000: "public.jpeg-2000"
        case .livePhoto: "org.heliograph.livp"
        case .dng: "com.adobe.raw-image"
        case .nef: "com.nikon.raw-image"
        case .cr2: "com.canon.cr2-raw-image"
        case .arw: "com.sony.arw-raw-image"
        case .tiffRaw: "public.camera-raw-image"
        case .cr3: "com.canon.cr3-raw-image"
        case .raf: "com.fuji.raw-image"
        case .rw2: "com.panasonic.rw2-raw-image"
        case .crw: "com.canon.crw-raw-image"
        case .mrw: "com.konicaminolta.raw-image"
        case .x3f: "com.sigma.raw-image"
        case .quickTime: "com.apple.quicktime-movie"
        case .mpeg4: "public.mpeg-4"
        case .m4v: "com.apple.m4v-video"
        case .threeGP: "public.3gpp"
        case .matroska: "org.matroska.mkv"
        case .webm: "org.webmproject.webm"
        case .avi: "public.avi"
        case .transportStream: "public.mpeg-2-transport-stream"
        case .mpeg: "public.mpeg"
        case .asf: "com.microsoft.advanced-systems-format"
        case .xmpSidecar: "com.adobe.xmp"
        case .adjustments: "com.apple.photos.apple-adjustment-envelope"
        case .takeoutSidecar: "public.json"
        }
    }

    /// Determines the format from the first bytes.
    ///
    /// - Parameters:
    ///   - head: The beginning of the file, 32 bytes or more if it has as many.
    ///   - fileExtension: In lower case; distinguishes RAW formats that are TIFF files.
    package init(head: Bytes, fileExtension: String) {
        switch fileExtension {
        case "xmp": self = .xmpSidecar
        case "aae": self = .adjustments
        case "json": self = .takeoutSidecar
        default: self = Self.media(head, fileExtension)
        }
    }

    private static func media(_ head: Bytes, _ fileExtension: String) -> MediaFormat {
        switch head.u8(0) {
        case 0xFF where head.be16(0) == 0xFFD8: .jpeg
        case 0x89
        where head.hasPrefix("\u{0D}\u{0A}\u{1A}\u{0A}", at: 4) && head.hasPrefix("PNG", at: 1):
            .png
        case 0x47 where head.hasPrefix("GIF87a") || head.hasPrefix("GIF89a"): .gif
        case 0x47 where head.u8(188) == 0x47: .transportStream
        case 0x52 where head.hasPrefix("RIFF"): Self.riff(head)
        case 0x42 where head.hasPrefix("BM") && (head.le32(14) ?? 0) >= 12: .bmp
        case 0x50 where fileExtension == "livp" && head.be32(0) == 0x504B_0304: .livePhoto
        case 0x46 where head.hasPrefix("FUJIFILMCCD-RAW"): .raf
        case 0x46 where head.hasPrefix("FOVb"): .x3f
        case 0x38 where head.hasPrefix("8BPS"): .photoshop
        // A program stream begins with a pack, MPEG video alone with a sequence.
        case 0x00 where head.be32(0) == 0x1BA || head.be32(0) == 0x1B3: .mpeg
        case 0x00 where head.hasPrefix("MRM", at: 1): .mrw
        case 0x30 where head.be32(0) == 0x3026_B275 && head.be32(4) == 0x8E66_CF11: .asf
        case 0x1A where head.be32(0) == 0x1A45_DFA3:
            fileExtension == "webm" ? .webm : .matroska
        case 0xFF where head.be16(0) == 0xFF0A: .jpegXL
        case 0x49, 0x4D: Self.tiff(head, fileExtension)
        // A time of arrival, then the packet.
        case _ where head.u8(4) == 0x47 && head.u8(196) == 0x47: .transportStream
        default: Self.isoBoxes(head)
        }
    }

    private static func riff(_ head: Bytes) -> MediaFormat {
        if head.hasPrefix("WEBP", at: 8) { return .webp }
        return head.hasPrefix("AVI ", at: 8) ? .avi : .unknown
    }

    private static func tiff(_ head: Bytes, _ fileExtension: String) -> MediaFormat {
        if head.hasPrefix("IIU\u{0}") { return .rw2 }
        if head.hasPrefix("HEAPCCDR", at: 6) { return .crw }
        let isOlympus = ["IIRO", "IIRS", "MMOR"].contains { head.hasPrefix($0) }
        guard isOlympus || TIFFBlock.magics.contains(head.be32(0) ?? 0) else { return .unknown }
        switch fileExtension {
        case "dng", "gpr": return .dng
        case "nef", "nrw": return .nef
        case "cr2": return .cr2
        case "arw", "srf", "sr2": return .arw
        case "orf", "ori", "pef", "srw", "kdc", "dcr", "erf", "3fr", "fff", "iiq", "mef", "mos":
            return .tiffRaw
        default: return head.hasPrefix("CR", at: 8) ? .cr2 : .tiff
        }
    }

    private static func isoBoxes(_ head: Bytes) -> MediaFormat {
        if head.hasPrefix("JXL ", at: 4) { return .jpegXL }
        if head.hasPrefix("jP  ", at: 4) { return .jpeg2000 }
        // The films of cameras before 2010 begin with a preview or with room for one.
        if ["moov", "wide", "mdat", "pnot", "skip", "free", "uuid"].contains(head.type(4)) {
            return .quickTime
        }
        guard head.hasPrefix("ftyp", at: 4), let length = head.be32(0), length >= 12 else {
            return .unknown
        }
        let brands = [8] + stride(from: 16, to: min(length, 256, head.count - 3), by: 4)
        for brand in brands.compactMap(head.type) {
            if let format = brandFormats[brand] { return format }
        }
        return .mpeg4
    }

    private static let brandFormats: [FourCharacters: MediaFormat] = [
        "heic": .heic, "heix": .heic, "heim": .heic, "heis": .heic, "hevc": .heic, "hevx": .heic,
        "avif": .avif, "avis": .avif, "mif1": .heif, "msf1": .heif, "crx ": .cr3,
        "qt  ": .quickTime, "M4V ": .m4v, "M4VP": .m4v, "3gp4": .threeGP, "3gp5": .threeGP,
        "3gp6": .threeGP, "3g2a": .threeGP, "isom": .mpeg4, "mp41": .mpeg4, "mp42": .mpeg4,
        "iso2": .mpeg4, "avc1": .mpeg4,
    ]
}
