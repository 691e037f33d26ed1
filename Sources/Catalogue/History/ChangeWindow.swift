internal import PhotoModel

/// A stretch of history being told, each object once at the place of its last change in it.
///
/// One from the beginning is a listing: what there was when it began is told at the place where each object came
/// to be, whatever the history says of it. So nothing depends on rows that may have been pruned, or
/// will be before the listing has come to its end.
package struct ChangeWindow: Equatable, Sendable {
    /// What the listener knows already; 0 for nothing.
    package var base: Int64
    /// What it has been told since.
    package var position: Int64
    /// Where the telling ends.
    package var end: Int64
    /// Whether some object may have changed more than once, so that a position in the middle is not
    /// enough to go on from.
    package var isCoalesced: Bool
    /// Tellings from the same base that were cut short before this one.
    package var earlier: [ChangeToken.Stage] = []

    package var isFinished: Bool { position >= end }

    /// Up to where rows of the history do not count: what happened before is known, or listed.
    var floor: Int64 { base == 0 ? earlier.first?.end ?? end : base }

    /// How many bytes of a token tellings that were cut short may take: with the rest it stays below 1,000.
    private static let mostMemory = 880

    /// Whether tellings that were cut short may have been forgotten.
    ///
    /// What changed between one of these and the next is told as if that one had not been: what the listener
    /// knows may be told as inserted, and what it does not know as removed.
    var isForgetful: Bool {
        // Less than a stage takes is left once one was forgotten.
        memory > Self.mostMemory - 34
    }

    private var memory: Int { earlier.reduce(0) { $0 + $1.length } }

    /// Notes that the telling is cut short here and goes on as of `now`.
    ///
    /// Of too many such stages the one is forgotten after which least changed; never the first, from which on
    /// the history counts.
    mutating func cut(at now: Int64) {
        // What was told as of the earlier end is what would be as of this one.
        if earlier.last?.position != position {
            earlier.append(ChangeToken.Stage(position: position, end: end))
        }
        if memory > Self.mostMemory {
            let ends = earlier.map(\.end) + [now]
            let least = earlier.indices.dropFirst().min {
                ends[$0 + 1] - ends[$0] < ends[$1 + 1] - ends[$1]
            }
            if let least { earlier.remove(at: least) }
        }
        end = now
        isCoalesced = true
    }

    /// What a token of a position in the window has to hold besides.
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
    /// For moves where it was before the window, for removals where it was last.
    package var path: [UInt8]?
    package var root: Int64?
    package var uuid: [UInt8]?
    /// The asset as it is now; nil for removals and for collections.
    package var asset: AssetRecord?
    /// The collection as it is now; nil for removals and for assets.
    package var collection: CollectionRecord?
}
