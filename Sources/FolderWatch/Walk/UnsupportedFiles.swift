/// The media files in formats that are not read, in each directory as it was last listed.
///
/// Most libraries have none: only directories with such files cost anything.
final class UnsupportedFiles {
    private var directories: [ObjectIdentifier: (node: DirectoryNode, counts: ExtensionCounts)] =
        [:]
    private var reported = ExtensionCounts()

    /// Replaces the counts of a directory that was listed.
    func set(_ counts: ExtensionCounts, in node: DirectoryNode) {
        let key = ObjectIdentifier(node)
        guard !counts.isEmpty || directories[key] != nil else { return }
        directories[key] = counts.isEmpty ? nil : (node, counts)
    }

    /// Returns a frame with all counts at the end of a walk; nil if they are the same as at the last one.
    func takeReport() -> WatchFrame? {
        directories = directories.filter { !$1.node.isForgotten }
        var all = ExtensionCounts()
        for (_, counts) in directories.values { all += counts }
        guard all != reported else { return nil }
        reported = all
        return .unsupported(count: all.total, list: Array("\(all)".utf8))
    }
}
