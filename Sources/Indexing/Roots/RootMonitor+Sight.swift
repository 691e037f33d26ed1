internal import Catalogue
internal import PhotoModel

/// How much of what there is can be seen.
extension RootMonitor {
    /// Whether all there is can be seen, and is as soon as it changes.
    var seesAll: Bool {
        unlisted.isEmpty
            && !tree.roots.contains {
                let state = writer.roots[$0]?.state
                return state == .degraded || state == .offline
            }
    }

    /// The file systems with something that is away or cannot be listed.
    var hiddenVolumes: Set<Int64> {
        let away = Set(tree.roots.filter(isOffline))
        let known = writer.directories.values.lazy
            .filter { away.contains($0.root) && !$0.isRemoved }
        return unlisted.volumes.union(away.isEmpty ? [] : Set(known.map(\.volume)))
    }
}
