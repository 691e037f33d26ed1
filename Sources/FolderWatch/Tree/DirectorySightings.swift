internal import Kernel

/// Distinguishes a directory that was moved from one that a bind mount shows in two places.
///
/// The latter is followed in one place, on its own file system, and skipped in the other.
struct DirectorySightings {
    enum Finding {
        /// The directory is at the place where it was found, and no longer at its known place.
        case moved
        /// The directory is also at its known place, which remains the one that counts.
        case bound
        /// The directory is also at its known place, but only through a bind mount.
        case original
    }

    private let finder: DirectoryFinder
    private let files: any FileSystemCalls

    init(_ finder: DirectoryFinder, _ files: any FileSystemCalls) {
        (self.finder, self.files) = (finder, files)
    }

    /// Checks whether a known directory that was found in another place is still in its former place.
    ///
    /// - Parameters:
    ///   - node: The known directory.
    ///   - found: The same directory, open where it was found.
    ///   - parent: The directory that it was found in.
    /// - Returns: At which of the two places it has to be followed.
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
