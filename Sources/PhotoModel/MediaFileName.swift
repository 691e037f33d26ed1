/// The parts of a file's name that determine which files belong to one asset.
package struct MediaFileName: Equatable, Sendable {
    /// The beginning that the names of one asset's files share, before a dot.
    package let stem: [UInt8]
    /// The extension in lower case, without the dot.
    package let fileExtension: [UInt8]
    /// The name of the file it is about, for names such as `IMG_1.jpg.xmp` and `IMG_1.jpg-edited.jpg`.
    package let subject: [UInt8]?
    /// The stem of the original, if the name is one of an edited version; otherwise nil.
    package let original: [UInt8]?
    /// The stem shared by this file, its original and all files about them.
    package let family: [UInt8]

    /// The value for which a sidecar's evidence has the extension of the file it says it is about.
    package static let subjectEvidence = "subject"

    private static let dot = UInt8(ascii: ".")

    package init(_ name: [UInt8]) {
        let (base, last) = Self.split(name)
        fileExtension = last
        guard Self.isSidecar(name) else {
            stem = Self.common(base)
            let edited = EditedName.original(of: base[...]).map(Self.file)
            (original, subject) = (edited?.stem, edited?.name)
            family = edited == nil && stem.count == base.count ? stem : Self.family(stem)
            return
        }
        original = nil
        if let takeout = TakeoutName(name) {
            // If the two names begin differently, each file is found by the other's name.
            let common = takeout.commonStem
            (stem, subject) = (common.map(Self.common) ?? base, takeout.subject)
            family = common == nil ? base : Self.family(stem)
            return
        }
        let (inner, middle) = Self.split(base)
        if Self.mediaExtensions.contains(middle) {
            (stem, subject) = (Self.common(inner), base)
        } else {
            (stem, subject) = (Self.taken(Self.common(base), last), nil)
        }
        family = Self.family(stem)
    }

    /// Returns the file that a name without extension refers to; its name is known if the extension was kept, as in
    /// `IMG_1.jpg`.
    private static func file(_ base: [UInt8]) -> (stem: [UInt8], name: [UInt8]?) {
        let (inner, last) = split(base)
        return mediaExtensions.contains(last) ? (common(inner), base) : (common(base), nil)
    }

    /// Returns the family of the files whose names have this before the extension.
    package static func family(_ base: [UInt8]) -> [UInt8] {
        let stem = common(base)
        guard let first = EditedName.first(of: stem[...]).map(file) else { return stem }
        guard first.name != nil, let original = EditedName.original(of: first.stem[...]) else {
            return first.stem
        }
        return original
    }

    /// Returns whether a file with this name is about another file.
    package static func isSidecar(_ name: [UInt8]) -> Bool {
        guard name.count > 4, name[name.count - 4] == dot else {
            return TakeoutName.isTakeout(name)
        }
        let last = name.suffix(3).reduce(UInt32(0)) { $0 << 8 | UInt32($1 | 0x20) }
        return last == 0x78_6D70 || last == 0x61_6165 || last == 0x74_686D
    }

    /// Returns all beginnings that names of a family can have, up to and including a dot.
    ///
    /// `edited`: The forms of edited names to include.
    package static func beginnings(
        _ family: [UInt8],
        edited: Set<EditedName.Form> = []
    ) -> [[UInt8]] {
        let stems = [family] + EditedName.all(of: family, edited)
        let camera = Array("IMG_".utf8)
        guard family.starts(with: camera), family.dropFirst(4).allSatisfy(isDigit) else {
            return stems.map { $0 + [dot] }
        }
        let taken = camera + [UInt8(ascii: "O")] + family.dropFirst(4)
        return (stems + [taken]).map { $0 + [dot] }
    }

    /// Returns a name before its last dot.
    package static func base(_ name: [UInt8]) -> [UInt8] { split(name).base }

    private static func split(_ name: [UInt8]) -> (base: [UInt8], fileExtension: [UInt8]) {
        guard let dot = name.lastIndex(of: dot), dot > 0 else { return (name, []) }
        return (Array(name[..<dot]), name[(dot + 1)...].map { $0 | (isCapital($0) ? 0x20 : 0) })
    }

    /// Returns the common stem: Pixel phones write `PXL_1.RAW-01.COVER.jpg` beside `PXL_1.RAW-02.ORIGINAL.dng`, and
    /// Google Takeout `PXL_1.MP` beside `PXL_1.MP.jpg`.
    private static func common(_ stem: [UInt8]) -> [UInt8] {
        if stem.starts(with: Array("PXL_".utf8)), stem.suffix(3) == Array(".MP".utf8)[...] {
            return stem.dropLast(3)
        }
        let mark = Array(".RAW-0".utf8)
        guard stem.count > mark.count, stem.contains(dot) else { return stem }
        let start = (1...(stem.count - mark.count)).first { stem[$0...].starts(with: mark) }
        return start.map { Array(stem[..<$0]) } ?? stem
    }

    /// Whether it is a picture that cameras before 2012 put beside a film or a RAW file: `MVI_0001.THM`.
    package var isThumbnail: Bool { fileExtension == Array("thm".utf8) }

    /// Whether the extension is that of a photo or a film.
    package var isMedia: Bool { Self.mediaExtensions.contains(fileExtension) }

    /// Returns the form in which the name of a file, or of a file about it, marks an edited version; nil if it does
    /// not.
    package static func editedForm(_ name: [UInt8]) -> EditedName.Form? {
        guard !isSidecar(name) else { return EditedName.form(of: Self(name).stem[...]) }
        guard let dot = name.lastIndex(of: dot), dot > 0 else { return nil }
        let base = Array(name[..<dot])
        return EditedName.form(of: common(base)[...]) ?? EditedName.form(of: base[...])
    }

    /// Returns whether a file with this name describes how a picture was taken: `IMG_O0001.AAE`.
    package static func isAboutTaking(_ name: [UInt8]) -> Bool {
        let (base, last) = split(name)
        return taken(base, last) != base
    }

    /// Returns the stem of the picture: iPhones describe how `IMG_0001` was taken in `IMG_O0001.AAE`.
    private static func taken(_ stem: [UInt8], _ fileExtension: [UInt8]) -> [UInt8] {
        guard fileExtension == Array("aae".utf8), stem.starts(with: Array("IMG_O".utf8)),
            stem.count > 5, stem.dropFirst(5).allSatisfy(isDigit)
        else { return stem }
        return Array("IMG_".utf8) + stem.dropFirst(5)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }

    private static let mediaExtensions = Set(extensions.map { Array($0.utf8) })

    /// Returns whether a name has the extension of a photo or a film.
    static func hasMediaExtension(_ name: [UInt8]) -> Bool {
        mediaExtensions.contains(split(name).fileExtension) && !isSidecar(name)
    }

    /// The extensions of the files to index, in lower case.
    package static let extensions = [
        "jpg", "jpeg", "jpe", "jfif", "png", "apng", "gif", "webp", "tif", "tiff", "heic", "heif",
        "hif", "heics", "avif", "avifs", "bmp", "dib", "jxl", "dng", "nef", "nrw", "cr2", "cr3",
        "crw", "arw", "srf", "sr2", "rw2", "raf", "orf", "pef", "srw", "gpr", "x3f", "mov", "qt",
        "mp4", "m4v", "3gp", "3g2", "mkv", "webm", "avi", "mts", "m2ts", "mp", "xmp", "aae",
        "json", "mpo", "insp", "psd", "psb", "jp2", "mrw", "kdc", "dcr", "erf", "3fr", "fff", "iiq",
        "mef", "mos", "ori", "rwl", "insv", "lrv", "360", "3gpp", "mpg", "mpeg", "mod", "tod",
        "vob", "ts", "m2t", "wmv", "asf", "thm", "livp",
    ]

    /// The extensions of photos and films in formats that are not read, in lower case: their files are only counted.
    package static let unsupported = [
        // Films.
        "flv", "f4v", "rm", "rmvb", "ogv", "ogm", "divx", "xvid", "mxf", "wtv", "dv", "dif", "vro",
        "m2v", "m1v", "mpv", "mpe", "m4p", "mjpg", "mjpeg", "amv", "nut", "y4m", "h264", "264",
        "h265", "265", "hevc", "ivf", "r3d", "braw", "swf", "vid", "mks", "mvi", "mxv", "trp", "tp",
        "evo",
        // Pictures, and the documents of programs that edit them.
        "jpf", "jpx", "j2k", "j2c", "jxr", "wdp", "hdp", "jps", "pns", "jng", "mng", "tga", "pcx",
        "pcd", "fpx", "exr", "hdr", "ppm", "pgm", "pnm", "pbm", "pict", "pct", "xcf", "kra", "ora",
        "afphoto", "pxd", "pxm", "vrimg", "heix", "avci", "ktx", "flif", "bpg", "qoi",
        "fits",
        // RAW.
        "raw", "bay", "cap", "eip", "cs1", "k25", "pxn", "ptx", "rdc", "rwz", "sti", "dcs", "drf",
        "kc2", "mfw", "ari", "cine", "nksc", "sraw",
    ]
}
