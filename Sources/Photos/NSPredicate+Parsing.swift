public import Foundation
internal import PredicateFormat

/// What is wrong with a condition that somebody typed; Heliograph's own.
public struct PHPredicateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// In words, with what to write instead where that helps.
    public let reason: String
    /// Where in the text, in characters from its beginning; nil when it is about all of it.
    public let position: Int?

    /// The reason.
    public var description: String { reason }
}

extension NSPredicate {
    /// A condition that somebody typed, about the keys of a fetch; Heliograph's own.
    ///
    /// `init(format:_:)` ends the program where a text is no condition; this tells, also of keys that no object of the
    /// type has.
    ///
    /// - Parameters:
    ///   - text: A condition in the format language, without `%`.
    ///   - type: Of what it is asked.
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

    /// The keys that a fetch's conditions can name, in alphabetical order; Heliograph's own.
    public class var predicateKeys: [String] {
        PredicateKey.keys(of: predicateEntity).map(\.rawValue).sorted()
    }

    /// The values that have names in conditions, by key and in their order, as `mediaSubtypes CONTAINS photoPanorama`;
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
