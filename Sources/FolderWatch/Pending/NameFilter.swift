internal import Glibc
internal import Kernel

/// Decides what is considered: everything except clutter and copies that programs make, and only those files that have
/// a media extension.
package struct NameFilter: Sendable {
    /// Names that sync tools, NAS systems, file managers and cameras give to what is clutter or a copy of photos.
    ///
    /// Names that begin with a dot are always ignored and need no entry.
    private static let names = [
        "@eaDir", "@__thumb", "@tmp", "#recycle", "#Recycle", "@Recycle", "@sharebin",
        "$RECYCLE.BIN", "$Recycle.Bin", "RECYCLER", "Recycled", "RECYCLED",
        "trashbox", "Network Trash Folder", "Temporary Items", "_gsdata_", "__MACOSX",
        "System Volume Information", "lost+found", "Thumbs.db", "desktop.ini",
        "#snapshot", "~snapshot", "@Recently-Snapshot", "@GMT-*", "~syncthing~*", "*.part",
        "*.partial",
        "*.crdownload", "*.tmp", "*.lrdata", "appdata_*", "files_trashbin", "files_versions",
        "THMBNL",
    ]
    /// The rule for read-only snapshots of Btrfs.
    private static let snapshots = "snapshots"
    /// The built-in rules, by the names under which ``restoring`` turns one off.
    package static let builtIn =
        names + AppLibrary.all.map { "*\($0.ending)" } + [NoMediaFile.text, snapshots]
    /// The character before a built-in rule that shall not apply.
    package static let restoring: Character = "!"

    private var exact: Set<FileName> = []
    /// The bytes that these begin with.
    private var firsts: Set<UInt8> = []
    private var prefixes: [[UInt8]] = []
    private var suffixes: [[UInt8]] = []
    private var globs: [FileName] = []
    private var extensions: Set<UInt64> = []
    private var unsupported: Set<UInt64> = []
    let libraries: [AppLibrary]
    let heedsNoMedia: Bool
    let leavesOutSnapshots: Bool

    /// Compiles the patterns.
    ///
    /// - `ignoring`: Shell globs (`fnmatch(3)`) over single names, in addition to ``builtIn``; or one of those after
    ///   ``restoring``, which turns it off.
    /// - `extensions`: The extensions of media files, in lower case and without a dot.
    /// - `unsupported`: Those of media files that are only counted.
    package init(
        ignoring patterns: [String],
        extensions: [String],
        unsupported: [String] = []
    ) {
        let restored = Set(
            patterns.filter { $0.first == Self.restoring }.map { String($0.dropFirst()) }
        )
        libraries = AppLibrary.all.filter { !restored.contains("*\($0.ending)") }
        heedsNoMedia = !restored.contains(NoMediaFile.text)
        leavesOutSnapshots = !restored.contains(Self.snapshots)
        for pattern in Self.names where !restored.contains(pattern) { add(pattern) }
        for pattern in patterns where pattern.first != Self.restoring { add(pattern) }
        self.extensions = Self.packed(extensions)
        self.unsupported = Self.packed(unsupported)
    }

    private static func packed(_ extensions: [String]) -> Set<UInt64> {
        Set(
            extensions.compactMap { text in
                let bytes = Array(text.utf8)
                return unsafe bytes.withUnsafeBufferPointer { unsafe Self.packed($0[...]) }
            }
        )
    }

    private mutating func add(_ pattern: String) {
        let bytes = Array(pattern.utf8)
        let special = bytes.indices.filter { "*?[\\".utf8.contains(bytes[$0]) }
        let star = UInt8(ascii: "*")
        if special.isEmpty {
            exact.insert(FileName(bytes))
            if let first = bytes.first { firsts.insert(first) }
        } else if special == [bytes.count - 1], bytes.last == star {
            prefixes.append(Array(bytes.dropLast()))
        } else if special == [0], bytes.first == star {
            suffixes.append(Array(bytes.dropFirst()))
        } else {
            globs.append(FileName(bytes))
        }
    }

    /// Returns whether files and directories with this name are ignored.
    package func ignores(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = unsafe name.first else { return true }
        if first == UInt8(ascii: ".") { return true }
        if prefixes.contains(where: { unsafe name.starts(with: $0) }) { return true }
        if suffixes.contains(where: {
            unsafe $0.count <= name.count && name.suffix($0.count).elementsEqual($0)
        }) {
            return true
        }
        guard firsts.contains(first) || !globs.isEmpty else { return false }
        let whole = unsafe FileName(Array(name))
        return exact.contains(whole) || globs.contains { Self.matches($0, whole) }
    }

    private static func matches(_ pattern: FileName, _ name: FileName) -> Bool {
        unsafe pattern.withCString { pattern in
            unsafe name.withCString { unsafe fnmatch(pattern, $0, 0) == 0 }
        }
    }

    /// Returns whether a file with this name belongs to the library.
    package func admits(_ name: [UInt8]) -> Bool {
        unsafe name.withUnsafeBufferPointer { unsafe !ignores($0) && isMedia($0) }
    }

    /// Returns whether the name has the extension of a media file.
    package func isMedia(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let dot = unsafe name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return false }
        guard let key = unsafe Self.packed(name[(dot + 1)...]), extensions.contains(key) else {
            return false
        }
        return unsafe key != Self.json || isAboutMedia(name[..<dot])
    }

    /// Returns the extension of a media file that is only counted; nil for any other name.
    package func unsupported(_ name: UnsafeBufferPointer<UInt8>) -> FileExtension? {
        guard let dot = unsafe name.lastIndex(of: UInt8(ascii: ".")), dot > 0,
            let key = unsafe Self.packed(name[(dot + 1)...]), unsupported.contains(key)
        else { return nil }
        // Cameras write the extension in capitals, and whoever ignores it writes what is reported.
        let lower = unsafe name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        guard unsafe !lower.withUnsafeBufferPointer({ unsafe ignores($0) }) else { return nil }
        return FileExtension(packed: key)
    }

    /// Returns whether a JSON file may describe a media file, judging by its name without `.json`.
    ///
    /// Google Takeout names the JSON file after the media file, with its extension or a mark, perhaps truncated, and
    /// with a number. Truncation may remove the extension, but a name that long is no coincidence.
    private func isAboutMedia(_ stem: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        if unsafe stem.count >= 46 { return true }
        return unsafe stem.split(separator: UInt8(ascii: ".")).dropFirst().contains { part in
            let word = unsafe part.prefix { $0 != UInt8(ascii: "(") }
            if let key = unsafe Self.packed(word), key != Self.json, extensions.contains(key) {
                return true
            }
            return unsafe word.count > 1 && Self.mark.starts(with: word)
        }
    }

    private static let json: UInt64 = 0x6A73_6F6E
    private static let mark = Array("supplemental-metadata".utf8)

    /// Packs up to eight letters, in lower case, into a number; nil if there are more, or no letters at all.
    private static func packed(_ letters: Slice<UnsafeBufferPointer<UInt8>>) -> UInt64? {
        guard unsafe (1...8).contains(letters.count) else { return nil }
        return unsafe letters.reduce(0) { key, byte in
            key << 8 | UInt64((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
        }
    }
}
