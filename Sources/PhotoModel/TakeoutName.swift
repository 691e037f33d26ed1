/// How Google Takeout names the JSON file that it puts beside each photo.
///
/// To the name of the photo it adds `.supplemental-metadata` (until 2024 nothing), cuts the result to 46 UTF-16 units,
/// which may take the extension of the photo too, and adds `.json`. A number that tells photos of one name apart is set
/// aside meanwhile: `IMG_1(2).JPG` comes with `IMG_1.JPG(2).json`. Edited photos have no file of their own, that of the
/// original is meant.
package struct TakeoutName: Equatable, Sendable {
    /// The name without its number and `.json`.
    private let base: [UInt8]
    /// The name of the photo, or what is left of it, without its number.
    private let photo: [UInt8]
    /// With its parentheses.
    private let number: [UInt8]
    private let kind: Kind

    private enum Kind {
        /// The name of the photo is whole, with its extension.
        case whole
        /// It never had an extension.
        case stem
        /// It may have been cut.
        case cut
    }

    static let limit = 46
    static let mark = Array(".supplemental-metadata".utf8)
    static let dot = UInt8(ascii: ".")

    /// What a name says if it can be one of Takeout's.
    package init?(_ name: [UInt8]) {
        guard Self.isTakeout(name) else { return nil }
        (base, number) = Self.withoutNumber(Array(name.dropLast(5)))
        if MediaFileName.hasMediaExtension(base) {
            (photo, kind) = (base, .whole)
        } else if let dot = base.lastIndex(of: Self.dot), dot > 0,
            Self.mark.starts(with: base[dot...])
        {
            photo = Array(base[..<dot])
            kind = MediaFileName.hasMediaExtension(photo) ? .whole : .stem
        } else {
            (photo, kind) = (base, .cut)
        }
    }

    /// Whether a file of this name may be about a photo.
    package static func isTakeout(_ name: [UInt8]) -> Bool {
        guard name.count > 5, name[name.count - 5] == dot else { return false }
        return name.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1 | 0x20) } == 0x6A73_6F6E
    }

    /// The name of the one file it is about, as far as it is whole; that of a photo without the extension.
    package var subject: [UInt8]? { kind == .whole ? Self.numbered(photo, number) : nil }

    /// What the names of it and of the photo have in common before a dot; nil if they are too different.
    var commonStem: [UInt8]? {
        guard number.isEmpty, kind != .cut else { return nil }
        return kind == .whole ? Self.split(photo).stem : photo
    }

    /// Where photos that it may be about are to be looked for.
    package struct Candidates: Equatable, Sendable {
        package var names: [[UInt8]] = []
        /// What the names can be before the extension.
        package var stems: [[UInt8]] = []
        package var beginning: [UInt8]?

        package init() {}
    }

    package var candidates: Candidates {
        var candidates = Candidates()
        switch kind {
        case .whole:
            candidates.names = Self.versions(of: Self.numbered(photo, number))
            if hasOwnNumber { candidates.names.append(photo) }
        case .stem: candidates.stems = Self.versions(of: photo + number)
        case .cut: break
        }
        if Self.isFull(base) {
            // Of the extension a letter may be left, before which the number stands.
            let (stem, ending) = Self.split(base)
            candidates.beginning = ending.count <= 5 ? stem : base
        }
        return candidates
    }

    /// What all names of photos have in them that it can be about.
    package var photoPart: [UInt8] { number + [Self.dot] }

    /// Whether the number is part of the name of the photo too, as some have it.
    private var hasOwnNumber: Bool {
        !number.isEmpty && Self.split(photo).stem.suffix(number.count) == number[...]
    }

    /// Whether it is about a photo of this name.
    package func isAbout(_ photo: [UInt8]) -> Bool {
        let name = Self.original(photo).name
        if kind == .whole, name == subject || (hasOwnNumber && name == self.photo) { return true }
        let (stem, ending) = Self.split(name)
        let (unnumbered, number) = Self.withoutNumber(stem)
        guard number == self.number else { return false }
        if kind == .stem, unnumbered == self.photo { return true }
        let full = unnumbered + ending
        return full.count > Self.limit && Self.cut(full) == base
    }
}
