internal import Kernel

extension Household {
    private static let odd: [[UInt8]] = [
        Array("café".utf8), [0x6C, 0xE9], Array("line\nbreak".utf8), Array("写真".utf8),
        Array("quote'\"".utf8), Array("-dash".utf8), [0xFF, 0xFE], Array("%41;".utf8),
    ]
    private static let endings = [
        ".jpg", ".jpg", ".jpg", ".jpg", ".jpg", ".jpg", ".jpg", ".dng", ".xmp", ".jpg.xmp", ".aae",
        ".mov", ".JPG",
    ]

    /// A name that was not in use before.
    func newName(_ ending: String? = nil) -> FileName {
        lastNumber += 1
        let ending = ending ?? pick(Self.endings) ?? ".jpg"
        let odd = chance(5) ? pick(Self.odd) ?? [] : [0x66]
        return FileName(odd + Array("\(lastNumber)\(ending)".utf8))
    }

    /// A place for a file: now and then a name that was in use a moment ago.
    ///
    /// - Parameter disk: Where it has to be; nil for anywhere.
    /// - Returns: A directory with a name that is free in it; nil when the one that came up has none.
    func freePlace(
        on disk: SimulatedDisk? = nil
    ) -> (directory: SimulatedInode, name: FileName)? {
        guard let directory = pick(directories), disk == nil || directory.disk === disk else {
            return nil
        }
        var name = newName()
        if chance(30) {
            name = FileName("same\(dice(6))\(pick(Self.endings) ?? ".jpg")")
        }
        return directory.entry(foundBy: name) == nil ? (directory, name) : nil
    }

    /// A name for a directory, perhaps one that was in use.
    func freeDirectory() -> (parent: SimulatedInode, name: FileName)? {
        guard let parent = pick(directories), parent.depth < 8 else { return nil }
        let name = chance(30) ? FileName("place\(dice(4))") : newName("")
        return parent.entry(foundBy: name) == nil ? (parent, name) : nil
    }
}
