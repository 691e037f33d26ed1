internal import PhotoModel

/// The objects of a kind that one committed transaction inserted, changed and removed.
package struct TransactionObjects: Sendable {
    package var inserted: Set<String> = []
    package var updated: Set<String> = []
    package var deleted: Set<String> = []
}

/// A committed transaction, or several that are too old to be distinguished.
package struct CommittedRange: Sendable {
    /// The sequence number before the first one of the range.
    package let base: Int64
    package let end: Int64
    package let token: ChangeToken
}

extension TransactionObjects {
    mutating func note(_ identifier: String, _ change: ChangeKind) {
        switch change {
        case .inserted:
            deleted.remove(identifier)
            inserted.insert(identifier)
        case .changed, .moved:
            if !inserted.contains(identifier) { updated.insert(identifier) }
        case .removed:
            updated.remove(identifier)
            // An object that came and went in one transaction never existed for others.
            if inserted.remove(identifier) == nil { deleted.insert(identifier) }
        }
    }
}
