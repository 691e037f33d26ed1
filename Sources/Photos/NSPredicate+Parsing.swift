public import Foundation
internal import PredicateFormat

/// An error in a condition that a user typed; Heliograph's own.
public struct PHPredicateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason in words, with a suggestion where that helps.
    public let reason: String
    /// The position in the text, in characters from its beginning; nil if the error concerns the whole text.
    public let position: Int?

    /// The reason.
    public var description: String { reason }
}

extension NSPredicate {
    /// Creates a predicate from a condition that a user typed, about the keys of a fetch; Heliograph's own.
    ///
    /// `init(format:_:)` ends the program for an invalid condition; this initialiser throws, also for keys that no
    /// object of the type has.
    ///
    /// - Parameters:
    ///   - text: A condition in the format language, without `%`.
    ///   - type: The type of the objects to compare.
    /// - Throws: ``PHPredicateError``.
    public convenience init(parsing text: String, about type: PHObject.Type) throws {
        do {
            let predicate = try FormatPredicate(text: text, arguments: [])
            _ = try predicate.resolvedTree(about: type.predicateEntity)
            self.init(predicate)
        } catch {
            throw PHPredicateError(reason: error.reason, position: error.position)
        }
    }
}

extension PHObject {
    fileprivate class var predicateEntity: PredicateKey.Entity {
        self is PHCollection.Type ? .collection : .asset
    }

    /// The keys that the predicates of a fetch can use, in alphabetical order; Heliograph's own.
    public class var predicateKeys: [String] {
        PredicateKey.keys(of: predicateEntity).map(\.rawValue).sorted()
    }

    /// The named values that predicates can use, by key and in order, as in `mediaSubtypes CONTAINS photoPanorama`;
    /// Heliograph's own.
    public class var predicateValueNames: [String: [String]] {
        let keys = PredicateKey.keys(of: predicateEntity).filter { !$0.namedValues.isEmpty }
        return Dictionary(
            uniqueKeysWithValues: keys.map { key in
                (key.rawValue, key.namedValues.map { "\($0.name)" })
            }
        )
    }
}
