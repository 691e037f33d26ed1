package import Kernel

/// Directories whose contents are left out as a whole.
extension NameFilter {
    /// Returns whether a directory has only copies of other photos: it is a part of another program's library, or a
    /// read-only snapshot.
    ///
    /// `parent`: The name or the path of the directory it lies in; nil for a root, which a user chose.
    package func hasOnlyCopies(
        _ directory: Int32,
        _ found: FileStat,
        named name: [UInt8],
        in parent: [UInt8]?,
        _ files: any FileSystemCalls
    ) -> Bool {
        guard let parent else { return false }
        let isPart = libraries.contains { parent.hasSuffix($0.ending) && $0.hasCopies(in: name) }
        let maybeSnapshot = leavesOutSnapshots && found.inode == FileSystemIdentity.subvolumeInode
        return isPart || maybeSnapshot && files.isReadOnlySnapshot(directory)
    }

    /// Does the same for a directory at an absolute path.
    package func hasOnlyCopies(
        _ directory: Int32,
        _ found: FileStat,
        at path: [UInt8],
        isRoot: Bool,
        _ files: any FileSystemCalls
    ) -> Bool {
        let parts = path.split(separator: UInt8(ascii: "/")).suffix(2).map(Array.init)
        guard !isRoot, let name = parts.last, let parent = parts.first else { return false }
        return hasOnlyCopies(directory, found, named: name, in: parent, files)
    }

    /// Returns whether this is the name or the path of another program's library.
    func isAppLibrary(_ name: [UInt8]) -> Bool {
        libraries.contains { name.hasSuffix($0.ending) }
    }

    /// Returns whether an open directory has a `.nomedia` file that counts.
    package func hasNoMedia(_ directory: Int32, _ files: any FileSystemCalls) -> Bool {
        guard heedsNoMedia else { return false }
        return unsafe NoMediaFile.name.withCString { unsafe files.contains($0, in: directory) }
    }

    /// Returns whether this is the name of a `.nomedia` file that counts.
    package func isNoMedia(_ name: some Sequence<UInt8>) -> Bool {
        heedsNoMedia && name.elementsEqual(NoMediaFile.name.bytes)
    }
}

extension [UInt8] {
    fileprivate func hasSuffix(_ text: String) -> Bool {
        let ending = text.utf8
        return count >= ending.count && self[(count - ending.count)...].elementsEqual(ending)
    }
}
