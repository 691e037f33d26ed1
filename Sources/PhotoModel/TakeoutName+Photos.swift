/// The names of photos, and those of the files about them.
extension TakeoutName {
    /// Returns the names that files about a photo can have, however they are cut, except those that begin with the
    /// photo's name up to its last dot and continue with a dot.
    package static func sidecars(of photo: [UInt8]) -> [[UInt8]] {
        let (original, isEdited) = original(photo)
        var names = sidecars(ofTitle: photo, isOther: false)
        if isEdited { names.formUnion(sidecars(ofTitle: original, isOther: true)) }
        let (stem, ending) = split(inOtherCase(photo))
        let (unnumbered, number) = withoutNumber(stem)
        if !number.isEmpty {
            for title in [unnumbered + ending, stem + ending] {
                names.formUnion([title + number, title + mark + number])
            }
        }
        return names.sorted { $0.lexicographicallyPrecedes($1) }.map { $0 + Array(".json".utf8) }
    }

    /// Returns them without `.json`; `isOther`: whether it is the name of another photo.
    private static func sidecars(ofTitle name: [UInt8], isOther: Bool) -> Set<[UInt8]> {
        let (stem, ending) = split(name)
        let (unnumbered, number) = withoutNumber(stem)
        let full = unnumbered + ending
        guard isOther || !number.isEmpty || full.count > limit else { return [] }
        var names = Set([full, full + mark, unnumbered + mark].map { cut($0) + number })
        if isOther || !number.isEmpty {
            for count in 0...mark.count {
                names.insert(full + mark.prefix(count) + number)
                names.insert(name + mark.prefix(count) + number)
            }
        }
        return names
    }

    /// Returns the names of the photos that share the file of an original: itself and its edited versions.
    package static func versions(of photo: [UInt8]) -> [[UInt8]] {
        let (stem, ending) = split(photo)
        let (unnumbered, number) = withoutNumber(stem)
        return [photo] + editions.map { unnumbered + $0 + number + ending }
    }

    /// Returns the name of the original of an edited photo; the name itself if it is not edited.
    package static func original(_ photo: [UInt8]) -> (name: [UInt8], isEdited: Bool) {
        let (stem, ending) = split(photo)
        let (unnumbered, number) = withoutNumber(stem)
        guard
            let edition = editions.first(where: {
                unnumbered.count > $0.count && unnumbered.suffix($0.count) == $0[...]
            })
        else { return (photo, false) }
        return (unnumbered.dropLast(edition.count) + number + ending, true)
    }

    /// The suffixes that Google Photos adds to the name of an edited photo, in the language of the account.
    private static let editions = [
        "-edited", "-bearbeitet", "-modifié", "-editado", "-ha editado", "-editada", "-modificato",
        "-bewerkt", "-edytowane", "-redigerad", "-redigeret", "-redigert", "-muokattu", "-editat",
        "-upraveno", "-upravené", "-szerkesztett", "-düzenlendi", "-изменено", "-отредактировано",
        "-відредаговано", "-編集済み", "-已修改", "-编辑", "-已编辑", "-編輯過", "-已編輯", "-수정됨", "-편집됨",
        // Accents apart, as in the names that macOS writes.
        "-modifie\u{301}", "-upravene\u{301}", "-du\u{308}zenlendi",
        // What Google makes of a photo.
        "-effects", "-EFFECTS", "-smile", "-SMILE", "-mix", "-MIX",
    ].map { Array($0.utf8) }

    /// Returns a name with its ending in capitals, or in lower case if it is in capitals: programs change `.JPG` to
    /// `.jpg`.
    static func inOtherCase(_ name: [UInt8]) -> [UInt8] {
        let (stem, ending) = split(name)
        let lower = ending.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        guard lower == ending else { return stem + lower }
        return stem + ending.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 }
    }

    static func numbered(_ photo: [UInt8], _ number: [UInt8]) -> [UInt8] {
        let (stem, ending) = split(photo)
        return stem + number + ending
    }

    /// Returns the name before its last dot, and the rest with the dot.
    static func split(_ name: [UInt8]) -> (stem: [UInt8], ending: [UInt8]) {
        guard let dot = name.lastIndex(of: dot), dot > 0 else { return (name, []) }
        return (Array(name[..<dot]), Array(name[dot...]))
    }

    /// Returns a name without the number in parentheses at its end, and the number.
    static func withoutNumber(_ stem: [UInt8]) -> (stem: [UInt8], number: [UInt8]) {
        guard stem.last == UInt8(ascii: ")"), let open = stem.lastIndex(of: UInt8(ascii: "(")),
            open > 0, stem.count - open > 2,
            stem[(open + 1)..<(stem.count - 1)].allSatisfy({ (0x30...0x39).contains($0) })
        else { return (stem, []) }
        return (Array(stem[..<open]), Array(stem[open...]))
    }

    static func cut(_ name: [UInt8]) -> [UInt8] {
        guard name.count > limit else { return name }
        let text = String(decoding: name, as: UTF8.self)
        var units = 0
        let kept = text.unicodeScalars.prefix {
            units += $0.value > 0xFFFF ? 2 : 1
            return units <= limit
        }
        return Array(String(kept).utf8)
    }

    /// Returns whether a name has the length of one that was cut: one unit less if a character of two units followed.
    static func isFull(_ name: [UInt8]) -> Bool {
        name.count >= limit - 1 && String(decoding: name, as: UTF8.self).utf16.count >= limit - 1
    }
}
