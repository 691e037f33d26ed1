/// The name of a JSON file that Google Takeout puts beside a photo.
///
/// Takeout adds `.supplemental-metadata` (until 2024 nothing) to the name of the photo, cuts the result to 46 UTF-16
/// units, which may remove the extension of the photo too, and adds `.json`. A number that distinguishes photos with
/// the same name is moved to the end: `IMG_1(2).JPG` comes with `IMG_1.JPG(2).json`. Edited photos have no file of
/// their own, but share that of the original.
package struct TakeoutName: Equatable, Sendable {
    /// The name without its number and `.json`.
    private let base: [UInt8]
    /// The name of the photo, or the rest of it after cutting, without its number.
    private let photo: [UInt8]
    /// The number with its parentheses.
    private let number: [UInt8]
    private let kind: Kind

    private enum Kind {
        /// The name of the photo is complete, with its extension.
        case whole
        /// It never had an extension.
        case stem
        /// It may have been cut.
        case cut
    }

    static let limit = 46
    static let mark = Array(".supplemental-metadata".utf8)
    static let dot = UInt8(ascii: ".")

    /// Parses a name; returns nil if it cannot be one of Takeout's.
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

    /// Returns whether a file with this name may be about a photo.
    package static func isTakeout(_ name: [UInt8]) -> Bool {
        guard name.count > 5, name[name.count - 5] == dot else { return false }
        return name.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1 | 0x20) } == 0x6A73_6F6E
    }

    /// The name of the one file it is about, with number and extension; nil unless it is complete.
    package var subject: [UInt8]? { kind == .whole ? Self.numbered(photo, number) : nil }

    /// The stem that its name and the photo's share, before a dot; nil if they differ too much.
    var commonStem: [UInt8]? {
        guard number.isEmpty, kind != .cut else { return nil }
        return kind == .whole ? Self.split(photo).stem : photo
    }

    /// The names under which photos that it may be about can be found.
    package struct Candidates: Equatable, Sendable {
        package var names: [[UInt8]] = []
        /// The possible names before the extension.
        package var stems: [[UInt8]] = []
        package var beginning: [UInt8]?

        package init() {}
    }

    package var candidates: Candidates {
        var candidates = Candidates()
        switch kind {
        case .whole:
            let whole = Self.numbered(photo, number)
            candidates.names = Self.versions(of: whole)
            if !number.isEmpty { candidates.names.append(Self.inOtherCase(whole)) }
            if hasOwnNumber { candidates.names += [photo, Self.inOtherCase(photo)] }
        case .stem: candidates.stems = Self.versions(of: photo + number)
        case .cut: break
        }
        if Self.isFull(base) {
            // A letter of the extension may be left, with the number before it.
            let (stem, ending) = Self.split(base)
            candidates.beginning = ending.count <= 5 ? stem : base
        }
        return candidates
    }

    /// The part that the names of all photos it can be about contain.
    package var photoPart: [UInt8] { number + [Self.dot] }

    /// Whether the number is also in the name of the photo, as in some exports.
    private var hasOwnNumber: Bool {
        !number.isEmpty && Self.split(photo).stem.suffix(number.count) == number[...]
    }

    /// Returns whether it is about a photo with this name.
    package func isAbout(_ photo: [UInt8]) -> Bool {
        let (original, isEdited) = Self.original(photo)
        return isOf(photo) || isEdited && isOf(original) || isOfInOtherCase(photo)
    }

    /// Returns whether the names differ in the case of their endings alone, each in one case; if there is a number,
    /// only if nothing was cut, for such names are looked up one by one.
    private func isOfInOtherCase(_ name: [UInt8]) -> Bool {
        let isWhole = number.isEmpty || base.count == photo.count || base == photo + Self.mark
        guard let subject, isWhole else { return false }
        return [subject, hasOwnNumber ? photo : subject].contains {
            Self.inOtherCase($0) == name && Self.inOtherCase(name) == $0
        }
    }

    /// Returns whether this is the name that Takeout gives to the file about a photo.
    private func isOf(_ name: [UInt8]) -> Bool {
        if let subject, name == subject || hasOwnNumber && name == self.photo { return true }
        let (stem, ending) = Self.split(name)
        let (unnumbered, number) = Self.withoutNumber(stem)
        guard number == self.number else { return false }
        if kind == .stem, unnumbered == self.photo { return true }
        let full = unnumbered + ending
        return full.count > Self.limit && Self.cut(full) == base
    }
}
