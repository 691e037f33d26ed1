internal import PhotoModel

/// A range of the history being replayed, each object once at the position of its last change in it.
///
/// A replay from the beginning is a listing: objects that existed when it began are reported at the position
/// of their creation, whatever the history says of them. So nothing depends on rows that may have been
/// pruned, or will be before the listing is complete.
package struct ChangeWindow: Equatable, Sendable {
    /// The position up to which the consumer knows the changes already; 0 if it knows nothing.
    package var base: Int64
    /// The position up to which changes were reported.
    package var position: Int64
    /// The position where the window ends.
    package var end: Int64
    /// Whether some object may have changed more than once, so that a position in the middle is not enough to continue
    /// from.
    package var isCoalesced: Bool
    /// The interrupted replays from the same base before this one.
    package var earlier: [ChangeToken.Stage] = []

    package var isFinished: Bool { position >= end }

    /// The position up to which rows of the history do not count, because earlier changes are known or listed.
    var floor: Int64 { base == 0 ? earlier.first?.end ?? end : base }

    /// The maximum number of bytes that interrupted replays take in a token, which stays below 1,000 as a whole.
    private static let mostMemory = 880

    /// Whether interrupted replays may have been dropped.
    ///
    /// Changes between a dropped replay and the next are then reported as if it had not taken place: an
    /// object that the consumer knows may be reported as inserted, and one it does not know as removed.
    var isForgetful: Bool {
        // Once a stage was dropped, less space is left than a stage takes.
        memory > Self.mostMemory - 34
    }

    private var memory: Int { earlier.reduce(0) { $0 + $1.length } }

    /// Records that the replay is interrupted here and continues up to `now`.
    ///
    /// If there are too many stages, those followed by the fewest changes are dropped; never the first, at which the
    /// history begins to count. The newest may take more space than the stage dropped for it.
    mutating func cut(at now: Int64) {
        // Objects reported in their state at the earlier end are the same at this one.
        if earlier.last?.position != position {
            earlier.append(ChangeToken.Stage(position: position, end: end))
        }
        while memory > Self.mostMemory {
            let ends = earlier.map(\.end) + [now]
            let least = earlier.indices.dropFirst().min {
                ends[$0 + 1] - ends[$0] < ends[$1 + 1] - ends[$1]
            }
            guard let least else { break }
            earlier.remove(at: least)
        }
        end = now
        isCoalesced = true
    }

    /// Returns the replay that a token at a position in the window also has to hold; nil if the position is enough.
    package func replay(at position: Int64) -> ChangeToken.Replay? {
        guard isCoalesced || !earlier.isEmpty, position < end else { return nil }
        return ChangeToken.Replay(base: base, end: end, earlier: earlier)
    }
}

/// One object of a ``ChangeWindow``.
package struct HistoryEntry: Sendable {
    package var position: Int64
    package var kind: HistoryKind
    package var object: Int64
    package var change: ChangeKind
    package var keys: Int64 = 0
    package var contentChanged = false
    /// For a move, the path before the window; for a removal, the last path.
    package var path: [UInt8]?
    package var root: Int64?
    package var uuid: [UInt8]?
    /// The asset as it is now; nil for removals and for collections.
    package var asset: AssetRecord?
    /// The collection as it is now; nil for removals and for assets.
    package var collection: CollectionRecord?
}
