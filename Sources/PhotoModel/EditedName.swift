/// The names that programs give to the edited version of a file beside the original, without extension.
package enum EditedName {
    /// The ways of naming it.
    package enum Form: Sendable {
        /// iPhones write the edited version of `IMG_0001` to `IMG_E0001`.
        case letter
        /// Other programs add a word.
        case suffix
    }

    /// The suffixes that Google Takeout and osxphotos add to the name of the original.
    package static let suffixes = ["-edited", "_edited"].map { Array($0.utf8) }

    /// The suffix that may follow the name of an edited version.
    private static let repeatable = suffixes[0]

    /// Returns the possible names for the edited version of a file, the best first.
    package static func candidates(of original: [UInt8]) -> [[UInt8]] {
        [lettered(original), suffixed(original, repeatable), suffixed(original, suffixes[1])]
            .compactMap { $0 }
    }

    /// Returns the name for the edited version of a file if no name is taken.
    package static func best(of original: [UInt8]) -> [UInt8] {
        lettered(original) ?? suffixed(original, repeatable)
    }

    /// Returns the form in which a name marks an edited version; nil if it does not.
    package static func form(of base: ArraySlice<UInt8>) -> Form? {
        if unlettered(base) != nil { return .letter }
        return unsuffixed(base) == nil ? nil : .suffix
    }

    /// Returns the name of the original for the name of an edited version; nil for other names.
    package static func original(of base: ArraySlice<UInt8>) -> [UInt8]? {
        unlettered(base) ?? unsuffixed(base)
    }

    /// Returns the same, or the name of the first original if the original can itself be an edited version.
    static func first(of base: ArraySlice<UInt8>) -> [UInt8]? {
        guard let original = original(of: base) else { return nil }
        guard base.elementsEqual(original + repeatable) else { return original }
        return self.original(of: original[...]) ?? original
    }

    /// Returns all names for which ``first(of:)`` returns this one.
    ///
    /// `forms`: The forms to include.
    static func all(of original: [UInt8], _ forms: Set<Form>) -> [[UInt8]] {
        guard !forms.isEmpty else { return [] }
        let lettered = [lettered(original)].compactMap { $0 }
        guard forms.contains(.suffix) else { return lettered }
        let once = lettered + suffixes.map { suffixed(original, $0) }
        return once + once.map { $0 + repeatable }
    }

    /// Returns `IMG_E0001` for `IMG_0001`.
    private static func lettered(_ original: [UInt8]) -> [UInt8]? {
        let rest = original.dropFirst(camera.count)
        let digits = rest.dropLast(number(of: rest).count)
        guard original.starts(with: camera), !digits.isEmpty, digits.allSatisfy(isDigit) else {
            return nil
        }
        return camera + [UInt8(ascii: "E")] + rest
    }

    private static func unlettered(_ base: ArraySlice<UInt8>) -> [UInt8]? {
        let rest = base.dropFirst(camera.count)
        guard rest.first == UInt8(ascii: "E"), base.starts(with: camera) else { return nil }
        let digits = rest.dropFirst().dropLast(number(of: rest).count)
        guard !digits.isEmpty, digits.allSatisfy(isDigit) else { return nil }
        return camera + rest.dropFirst()
    }

    /// Adds a suffix before the number of a duplicate name: `a-edited(1)` belongs to `a(1)`.
    private static func suffixed(_ original: [UInt8], _ suffix: [UInt8]) -> [UInt8] {
        let number = number(of: original[...])
        return original.dropLast(number.count) + suffix + number
    }

    private static func unsuffixed(_ base: ArraySlice<UInt8>) -> [UInt8]? {
        let number = number(of: base)
        let word = base.dropLast(number.count)
        let suffix = suffixes.first { suffix in
            word.count > suffix.count && word.last == suffix.last
                && word.suffix(suffix.count).elementsEqual(suffix)
        }
        return suffix.map { Array(word.dropLast($0.count) + number) }
    }

    /// Returns the `(1)` at the end of a name, as Google Takeout writes it, or the ` 2` of file managers and of this
    /// project.
    private static func number(of base: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        if let last = base.last, isDigit(last) {
            guard let space = base.lastIndex(where: { !isDigit($0) }),
                base[space] == UInt8(ascii: " ")
            else { return [] }
            return base[space...]
        }
        guard base.last == UInt8(ascii: ")"), let open = base.lastIndex(of: UInt8(ascii: "(")),
            base[(open + 1)...].count > 1, base[(open + 1)...].dropLast().allSatisfy(isDigit)
        else { return [] }
        return base[open...]
    }

    private static let camera = Array("IMG_".utf8)
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
