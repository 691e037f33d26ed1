internal import Kernel

/// Tells a directory that was moved from one that is seen at two places, because it is bound over another one.
///
/// Such a directory is followed at one place, that of its own file system, and passed over at the other.
struct DirectorySightings {
    enum Finding {
        /// It is where it was found, and no longer where it was known.
        case moved
        /// It is where it was known, too, and that counts.
        case bound
        /// It is where it was known, too, but is only bound there.
        case original
    }

    private let finder: DirectoryFinder
    private let files: any FileSystemCalls

    init(_ finder: DirectoryFinder, _ files: any FileSystemCalls) {
        (self.finder, self.files) = (finder, files)
    }

    /// Looks whether a known directory that was found at another place is still where it was.
    ///
    /// - Parameters:
    ///   - node: The directory, as it is known.
    ///   - found: The same, open where it was found.
    ///   - parent: The directory that it was found in.
    /// - Returns: Where it is to be followed.
    func find(_ node: DirectoryNode, _ found: Int32, in parent: DirectoryNode) -> Finding {
        guard let there = try? finder.open(node) else { return .moved }
        // A root is nowhere else.
        guard let former = node.parent else { return .bound }
        guard let above = try? finder.open(former) else { return .moved }
        let mount = files.mount(found)
        guard mount != 0 else { return .moved }
        guard let here = try? finder.open(parent), files.mount(here.descriptor) == mount else {
            return .bound
        }
        let isBoundThere = files.mount(there.descriptor) != files.mount(above.descriptor)
        return isBoundThere ? .original : .moved
    }
}
