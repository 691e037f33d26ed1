/// How programs name the edited version of a file that they put beside the original; names are without extension.
package enum EditedName {
    /// The ways to name it.
    package enum Form: Sendable {
        /// iPhones write the edited version of `IMG_0001` to `IMG_E0001`.
        case letter
        /// Others add a word.
        case suffix
    }

    /// What is added to the name of the original, by Google Takeout and by osxphotos.
    package static let suffixes = ["-edited", "_edited"].map { Array($0.utf8) }

    /// What is added to a name that is one of an edited version already.
    private static let repeatable = suffixes[0]

    /// The names that a program gives the edited version of a file, the best first.
    package static func candidates(of original: [UInt8]) -> [[UInt8]] {
        [lettered(original), suffixed(original, repeatable), suffixed(original, suffixes[1])]
            .compactMap { $0 }
    }

    /// The name for the edited version of a file where none is taken.
    package static func best(of original: [UInt8]) -> [UInt8] {
        lettered(original) ?? suffixed(original, repeatable)
    }

    /// In which way a name says that the file is an edited version; nil when it does not.
    package static func form(of base: ArraySlice<UInt8>) -> Form? {
        if unlettered(base) != nil { return .letter }
        return unsuffixed(base) == nil ? nil : .suffix
    }

    /// The name of the file whose edited version has this name; nil for the name of no edited version.
    package static func original(of base: ArraySlice<UInt8>) -> [UInt8]? {
        unlettered(base) ?? unsuffixed(base)
    }

    /// Likewise, and where that one can be an edited version in its turn, the name of the first.
    static func first(of base: ArraySlice<UInt8>) -> [UInt8]? {
        guard let original = original(of: base) else { return nil }
        guard base.elementsEqual(original + repeatable) else { return original }
        return self.original(of: original[...]) ?? original
    }

    /// All names that ``first(of:)`` takes to this one.
    ///
    /// `forms`: Those that are asked for.
    static func all(of original: [UInt8], _ forms: Set<Form>) -> [[UInt8]] {
        guard !forms.isEmpty else { return [] }
        let lettered = [lettered(original)].compactMap { $0 }
        guard forms.contains(.suffix) else { return lettered }
        let once = lettered + suffixes.map { suffixed(original, $0) }
        return once + once.map { $0 + repeatable }
    }

    /// `IMG_0001` → `IMG_E0001`.
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

    /// The number of one of several files of a name stands last: `a-edited(1)` is of `a(1)`.
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

    /// The `(1)` that a name ends with, as Google Takeout writes, or the ` 2` of file managers and of our own.
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
