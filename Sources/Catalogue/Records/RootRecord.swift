/// A root folder with its condition.
package struct RootRecord: Sendable {
    package var id: Int64
    package var path: [UInt8]
    package var directory: Int64
    package var state: LibraryState
    package var reason: StateReason
    package var detail: String?
}

/// The condition of a root; the raw values are stored.
package enum LibraryState: Int64, Sendable {
    case online = 1
    case indexing, rescanning, degraded, offline

    /// The name used in JSON.
    package var name: String { "\(self)" }
}

/// The reason for a root's condition; the raw values are stored.
package enum StateReason: Int64, Sendable {
    case start = 1
    case overflow, watchLimit, unmounted, replaced, helperRestarted, timer, requested, diskFull
    /// The catalogue was damaged and has been rebuilt from its readable parts.
    case rescued

    /// The name used in JSON.
    package var name: String { "\(self)" }
}
