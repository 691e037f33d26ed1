internal import Catalogue
internal import PhotoModel

/// The state of a root that is followed.
struct RootState: Equatable {
    var state: LibraryState
    var reason: StateReason
    var detail: String?

    /// A root is online when every change to it is told, else degraded.
    ///
    /// `limitDetail`: Why not all of it is watched; nil when all is.
    /// `remoteKind`: The file system of a part of it, when others can change that unseen.
    /// `reason`: What made it known that the root is caught up with.
    static func followed(
        limitDetail: String?,
        remoteKind: String?,
        reason: StateReason
    ) -> RootState {
        if let limitDetail {
            return RootState(state: .degraded, reason: .watchLimit, detail: limitDetail)
        }
        guard let remoteKind else { return RootState(state: .online, reason: reason) }
        return RootState(
            state: .degraded,
            reason: reason,
            detail: "\(remoteKind) does not tell of changes made elsewhere; the folder is looked "
                + "over by timer"
        )
    }

    /// Why not all directories are watched, and the cure; nil when all are.
    static func limitDetail(needed: Int, used: Int, limit: Int) -> String? {
        guard used < needed else { return nil }
        return """
            \(needed) directories need a watch, \(used) have one, the system allows \(limit); \
            the others are looked at by timer. Raise the limit: \
            sudo sysctl fs.inotify.max_user_watches=\(max(needed * 2, limit * 2))
            """
    }
}
