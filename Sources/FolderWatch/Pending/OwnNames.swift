internal import Kernel

/// Determines, for a run of checks in one directory, the actual name of a file that was found by a name.
final class OwnNames {
    let directory: Int32
    private let node: DirectoryNode
    private let files: any FileSystemCalls
    private var listed: ListedNames?

    /// `directory`: The descriptor of `node`.
    init(of node: DirectoryNode, _ directory: Int32, _ files: any FileSystemCalls) {
        (self.node, self.directory, self.files) = (node, directory, files)
    }

    /// Returns the actual name of a file that was found by `name`.
    ///
    /// The two are the same except on file systems that also find files by other names.
    ///
    /// - Returns: Nil if the file is gone, or its name does not resemble `name` at all.
    func own(for name: FileName, _ found: FileStat) throws(SystemError) -> FileName? {
        guard mayDiffer(name, found) else { return name }
        if let listed, listed.contains(name) { return name }
        let names = try ListedNames(directory, files)
        listed = names
        return names.contains(name) ? name : names.alike(name)
    }

    /// Whether a listing is needed to determine the name; findings about a directory hold for all names in it.
    private func mayDiffer(_ name: FileName, _ found: FileStat) -> Bool {
        if node.isFolding { return true }
        if !node.isCaseSensitive, name.inOtherCase != nil {
            node.isFolding = files.isFoundInOtherCase(name, found, in: directory)
            node.isCaseSensitive = !node.isFolding
        }
        if node.isFolding { return true }
        guard !name.isASCII else { return false }
        return !node.isCaseSensitive
            || FileSystemIdentity.mayNormalizeNames(node.stat.fileSystem)
    }
}
