internal import Catalogue
internal import PhotoModel

/// The visibility of the library's files.
extension RootMonitor {
    /// Whether everything is visible, and every change as soon as it happens.
    var seesAll: Bool {
        unlisted.isEmpty
            && !tree.roots.contains {
                let state = writer.roots[$0]?.state
                return state == .degraded || state == .offline
            }
    }

    /// The file systems with anything that is unavailable or cannot be listed.
    var hiddenVolumes: Set<Int64> {
        let away = Set(tree.roots.filter(isOffline))
        let known = writer.directories.values.lazy
            .filter { away.contains($0.root) && !$0.isRemoved }
        return unlisted.volumes.union(away.isEmpty ? [] : Set(known.map(\.volume)))
    }
}
