/// The parts of a file's name that tell which files are one asset.
package struct MediaFileName: Equatable, Sendable {
    /// What the names of one asset's files begin with, before a dot.
    package let stem: [UInt8]
    /// In lower case, without the dot.
    package let fileExtension: [UInt8]
    /// Of `IMG_1.jpg.xmp` the name of the file it is about.
    package let subject: [UInt8]?

    private static let dot = UInt8(ascii: ".")

    package init(_ name: [UInt8]) {
        let (base, last) = Self.split(name)
        fileExtension = last
        guard Self.isSidecar(name) else {
            (stem, subject) = (Self.common(base), nil)
            return
        }
        if let takeout = TakeoutName(name) {
            // Where the names of the two begin otherwise, they are found by each other's names.
            (stem, subject) = (takeout.commonStem.map(Self.common) ?? base, takeout.subject)
            return
        }
        let (inner, middle) = Self.split(base)
        if Self.mediaExtensions.contains(middle) {
            (stem, subject) = (Self.common(inner), base)
        } else {
            (stem, subject) = (Self.original(Self.common(base), last), nil)
        }
    }

    /// Whether a file of this name says something of another file.
    package static func isSidecar(_ name: [UInt8]) -> Bool {
        guard name.count > 4, name[name.count - 4] == dot else {
            return TakeoutName.isTakeout(name)
        }
        let last = name.suffix(3).reduce(UInt32(0)) { $0 << 8 | UInt32($1 | 0x20) }
        return last == 0x78_6D70 || last == 0x61_6165
    }

    /// Every beginning, up to and with a dot, that names of a stem can have.
    package static func beginnings(_ stem: [UInt8]) -> [[UInt8]] {
        let camera = Array("IMG_".utf8)
        guard stem.starts(with: camera), stem.dropFirst(4).allSatisfy(isDigit) else {
            return [stem + [dot]]
        }
        return [stem + [dot], camera + [UInt8(ascii: "O")] + stem.dropFirst(4) + [dot]]
    }

    private static func split(_ name: [UInt8]) -> (base: [UInt8], fileExtension: [UInt8]) {
        guard let dot = name.lastIndex(of: dot), dot > 0 else { return (name, []) }
        return (Array(name[..<dot]), name[(dot + 1)...].map { $0 | (isCapital($0) ? 0x20 : 0) })
    }

    /// Pixel phones write `PXL_1.RAW-01.COVER.jpg` beside `PXL_1.RAW-02.ORIGINAL.dng`.
    private static func common(_ stem: [UInt8]) -> [UInt8] {
        let mark = Array(".RAW-0".utf8)
        guard stem.count > mark.count, stem.contains(dot) else { return stem }
        let start = (1...(stem.count - mark.count)).first { stem[$0...].starts(with: mark) }
        return start.map { Array(stem[..<$0]) } ?? stem
    }

    /// iPhones write how `IMG_0001` was taken to `IMG_O0001.AAE`.
    private static func original(_ stem: [UInt8], _ fileExtension: [UInt8]) -> [UInt8] {
        guard fileExtension == Array("aae".utf8), stem.starts(with: Array("IMG_O".utf8)),
            stem.count > 5, stem.dropFirst(5).allSatisfy(isDigit)
        else { return stem }
        return Array("IMG_".utf8) + stem.dropFirst(5)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }

    private static let mediaExtensions = Set(extensions.map { Array($0.utf8) })

    /// Whether a name has the extension of a photo or a film.
    static func hasMediaExtension(_ name: [UInt8]) -> Bool {
        mediaExtensions.contains(split(name).fileExtension) && !isSidecar(name)
    }

    /// Extensions of the files that are looked at, in lower case.
    package static let extensions = [
        "jpg", "jpeg", "jpe", "jfif", "png", "apng", "gif", "webp", "tif", "tiff", "heic", "heif",
        "hif", "heics", "avif", "avifs", "bmp", "dib", "jxl", "dng", "nef", "nrw", "cr2", "cr3",
        "crw", "arw", "srf", "sr2", "rw2", "raf", "orf", "pef", "srw", "gpr", "x3f", "mov", "qt",
        "mp4", "m4v", "3gp", "3g2", "mkv", "webm", "avi", "mts", "m2ts", "mp", "xmp", "aae",
        "json",
    ]
}
