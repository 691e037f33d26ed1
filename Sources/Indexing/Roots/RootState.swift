internal import Catalogue
internal import PhotoModel

/// The state of a root that is followed.
struct RootState: Equatable {
    var state: LibraryState
    var reason: StateReason
    var detail: String?

    /// Returns the state of a root that is in sync: online if every change will be noticed, else degraded.
    ///
    /// `limitDetail`: Why not all of the root is watched; nil if all is.
    /// `unlistedDetail`: Which directories cannot be listed; nil if all can.
    /// `remoteKind`: The file system of a part of the root that other machines can change unnoticed.
    /// `reason`: Why the root was last walked.
    static func followed(
        limitDetail: String?,
        unlistedDetail: String? = nil,
        remoteKind: String?,
        reason: StateReason
    ) -> RootState {
        if let limitDetail {
            return RootState(state: .degraded, reason: .watchLimit, detail: limitDetail)
        }
        if let unlistedDetail {
            return RootState(state: .degraded, reason: reason, detail: unlistedDetail)
        }
        guard let remoteKind else { return RootState(state: .online, reason: reason) }
        return RootState(
            state: .degraded,
            reason: reason,
            detail: "\(remoteKind) does not report changes made elsewhere; they are found when the "
                + "folder is looked over by timer. Changes made here are noticed at once"
        )
    }

    /// Returns why not all directories are watched, and the remedy; nil if all are.
    ///
    /// `isOfNamespace`: Whether the limit is that of a user namespace, as in containers.
    static func limitDetail(
        needed: Int,
        used: Int,
        limit: Int,
        isOfNamespace: Bool = false
    ) -> String? {
        guard used < needed else { return nil }
        guard limit > 0 else {
            let setting =
                isOfNamespace ? "user.max_inotify_instances" : "fs.inotify.max_user_instances"
            return """
                other programs of this user, perhaps in other containers, have all instances of inotify, so \
                that no directory is watched: all are looked at by timer. Raise the limit, of which notice \
                is taken within a minute: sudo sysctl \(setting)=1024
                """
        }
        let setting =
            isOfNamespace ? "user.max_inotify_watches" : "fs.inotify.max_user_watches"
        return """
            \(needed) directories need a watch, \(used) have one, the system allows \(limit); \
            the others are looked at by timer. Raise the limit, of which notice is taken within a minute: \
            sudo sysctl \(setting)=\(max(needed * 2, limit * 2))
            """
    }
}
