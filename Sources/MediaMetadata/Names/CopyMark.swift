/// The marks that sync and backup programs put into the names of copies.
///
/// A date in one is when the copy was made.
///
/// | example | program |
/// | --- | --- |
/// | `IMG_1.sync-conflict-20230101-120000-ABCDEFG` | Syncthing |
/// | `IMG_1~20230101-120000` | versions of Syncthing |
/// | `IMG_1 (Anna's conflicted copy 2023-01-01)` | Dropbox, Nextcloud, pCloud, in many languages |
/// | `IMG_1 (SFConflict anna@example.org 2023-01-01-12-00-00)` | Seafile |
/// | `IMG_1_conflict-20230101-120000` | ownCloud |
/// | `IMG_1 (2023_01_01 12_00_00 UTC)` | File History of Windows |
/// | `IMG_1.jpg 2023-01-01 120000` | versions of FreeFileSync |
enum CopyMark {
    /// Returns a name without its extension, up to such a mark.
    static func removed(from stem: [UInt8]) -> [UInt8] {
        let lowered = stem.map(NameText.lowered)
        let ends = [
            start(of: ".sync-conflict-", in: lowered), start(of: "_conflict-", in: lowered),
            bracketed(lowered), version(lowered),
        ]
        return ends.compactMap { $0 }.min().map { Array(stem[..<$0]) } ?? stem
    }

    /// What the word for a conflict contains.
    private static let words = [
        "conflict", "conflit", "konflikt", "конфликт", "競合", "冲突", "衝突", "충돌",
    ]

    private static func start(of mark: String, in name: [UInt8]) -> Int? {
        name.indices.last { name[$0...].starts(with: mark.utf8) }
    }

    /// Finds a bracket that has the word for a conflict, or a time of File History.
    private static func bracketed(_ name: [UInt8]) -> Int? {
        name.indices.first { start in
            guard "([".utf8.contains(name[start]) else { return false }
            let text = name[(start + 1)...]
            if hasShape(" (0000_00_00 00_00_00 utc)", Array(name[max(0, start - 1)...])) {
                return true
            }
            let inside = text.prefix { !")]".utf8.contains($0) }
            return words.contains { word in
                inside.indices.contains { inside[$0...].starts(with: word.utf8) }
            }
        }
    }

    /// Finds the time of a version at the end of a name.
    private static func version(_ name: [UInt8]) -> Int? {
        if hasShape("~00000000-000000", name.suffix(16)) { return name.count - 16 }
        let time = name.suffix(18)
        guard hasShape(" 0000-00-00 000000", time) else { return nil }
        let dot = name[..<time.startIndex].lastIndex(of: UInt8(ascii: "."))
        return dot.flatMap { (3...5).contains(time.startIndex - $0) ? $0 : nil }
    }

    /// Returns whether a text is like an example that has a 0 for each digit.
    private static func hasShape(_ example: String, _ text: some Sequence<UInt8>) -> Bool {
        text.elementsEqual(example.utf8) { byte, other in
            other == UInt8(ascii: "0") ? NameText.isDigit(byte) : byte == other
        }
    }
}
