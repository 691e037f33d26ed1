internal import Foundation
internal import PredicateFormat

extension NSPredicate {
    /// Returns the condition for the catalogue about objects of a kind.
    func tree(about entity: PredicateKey.Entity) throws(PredicateFormatError) -> PredicateTree {
        if let predicate = self as? FormatPredicate {
            return try predicate.resolvedTree(about: entity)
        }
        if let compound = self as? NSCompoundPredicate { return try compound.joined(entity) }
        if let constantAnswer { return .constant(constantAnswer) }
        throw PredicateFormatError(
            reason: "a catalogue cannot be asked a block",
            format: format,
            position: nil
        )
    }

    /// The condition in the format language, which Foundation's own predicates do not provide.
    var format: String {
        if let predicate = self as? FormatPredicate { return predicate.predicateFormat }
        if let compound = self as? NSCompoundPredicate { return compound.joinedFormat }
        return constantAnswer.map { $0 ? "TRUEPREDICATE" : "FALSEPREDICATE" } ?? "BLOCKPREDICATE"
    }

    /// The value that `NSPredicate(value:)` was created with.
    var constantAnswer: Bool? {
        // A subclass may return another value than it was created with.
        guard type(of: self) == NSPredicate.self else { return nil }
        return [true, false].first { NSPredicate(value: $0).isEqual(self) }
    }
}

extension NSCompoundPredicate {
    fileprivate func joined(
        _ entity: PredicateKey.Entity
    ) throws(PredicateFormatError) -> PredicateTree {
        var parts: [PredicateTree] = []
        for predicate in subpredicates { parts.append(try predicate.tree(about: entity)) }
        switch compoundPredicateType {
        case .and: return .and(parts)
        // Without conditions a compound is true, even a disjunction, as on Apple's systems.
        case .or: return parts.isEmpty ? .constant(true) : .or(parts)
        case .not: return parts.first.map { .not($0) } ?? .constant(true)
        @unknown default: return .and(parts)
        }
    }

    fileprivate var joinedFormat: String {
        let parts = subpredicates.map { predicate in
            let compound = predicate as? NSCompoundPredicate
            let isJoined =
                compound.map { $0.compoundPredicateType != .not && $0.subpredicates.count > 1 }
            return isJoined == true ? "(\(predicate.format))" : predicate.format
        }
        switch compoundPredicateType {
        case .not: return "NOT \(parts.first ?? "")"
        case .or: return parts.isEmpty ? "FALSEPREDICATE" : parts.joined(separator: " OR ")
        default: return parts.isEmpty ? "TRUEPREDICATE" : parts.joined(separator: " AND ")
        }
    }
}
