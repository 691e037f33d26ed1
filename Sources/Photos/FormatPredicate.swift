internal import Foundation
internal import ObjectEvaluation
internal import PredicateFormat
internal import Synchronization

/// A predicate made from text or from a `#Predicate`.
///
/// Photo objects are compared as in a fetch if the catalogue has the keys; other objects by the names of keys.
final class FormatPredicate: NSPredicate {
    private typealias Resolution = Result<PredicateTree, PredicateFormatError>

    private let syntax: PredicateSyntax
    private let arguments: [Any?]
    private let values: [PredicateValue?]
    /// The conditions for the catalogue, resolved on demand.
    private let resolved: Mutex<[PredicateKey.Entity: Resolution]>

    convenience init(text: String, arguments: [Any]) throws(PredicateFormatError) {
        let names = arguments.map { $0 as? String }
        self.init(try PredicateSyntax(text, arguments: names), arguments)
    }

    /// Creates a predicate that was built in code; objects other than those of `entity` are compared by its text.
    convenience init(tree: PredicateTree, about entity: PredicateKey.Entity) throws {
        self.init(try PredicateSyntax("\(tree)"), [], [entity: .success(tree)])
    }

    private init(
        _ syntax: PredicateSyntax,
        _ arguments: [Any?],
        _ resolved: [PredicateKey.Entity: Resolution] = [:]
    ) {
        let values = arguments.map { PredicateArgument.value($0) }
        syntax.addPatterns(values)
        (self.syntax, self.arguments, self.values) = (syntax, arguments, values)
        self.resolved = Mutex(resolved)
        // A block is equal to no other predicate, whereas a value would be.
        super.init { _, _ in false }
    }

    override var predicateFormat: String {
        syntax.format { PredicateArgument.text(arguments[$0], values[$0]) }
    }

    override var description: String { predicateFormat }
    override var hash: Int { predicateFormat.hashValue }

    override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? FormatPredicate else { return false }
        return other === self || other.predicateFormat == predicateFormat
    }

    override func copy(with zone: NSZone? = nil) -> Any { self }

    override func evaluate(
        with object: Any?,
        substitutionVariables variables: [String: Any]?
    ) -> Bool {
        if let object = object as? PHObject {
            let predicate = variables.map(substituting) ?? self
            let entity: PredicateKey.Entity = object is PHCollection ? .collection : .asset
            if let tree = try? predicate.resolvedTree(about: entity) {
                return tree.matches(PhotoSubject(object), now: PredicateArgument.now())
            }
        }
        let evaluator = ObjectEvaluator(
            .photos,
            arguments: arguments,
            now: PredicateArgument.now()
        ) { name in
            guard let value = variables?[name] else {
                fatalError("Can't get value for '\(name)' in bindings \(variables ?? [:])")
            }
            return value
        }
        return evaluator.holds(syntax, for: object)
    }

    /// Returns the condition for the catalogue about objects of a kind, which is resolved only once.
    func resolvedTree(about entity: PredicateKey.Entity) throws(PredicateFormatError)
        -> PredicateTree
    {
        let resolution = resolved.withLock { resolved in
            if let known = resolved[entity] { return known }
            // The caller that reports the error prints the whole condition.
            let resolver = PredicateResolver(entity, format: "", arguments: values)
            let resolution = Resolution { () throws(PredicateFormatError) in
                try resolver.tree(syntax)
            }
            resolved[entity] = resolution
            return resolution
        }
        return try resolution.get()
    }

    /// Returns the predicate with values in place of those variables that are named.
    func substituting(_ variables: [String: Any]) -> FormatPredicate {
        var arguments = arguments
        let syntax = syntax.replacingVariables { name in
            guard let value = variables[name] else { return nil }
            arguments.append(value)
            return arguments.count - 1
        }
        return FormatPredicate(syntax, arguments)
    }
}

/// A photo object as the subject of a predicate.
private struct PhotoSubject: PredicateSubject {
    private let object: PHObject

    init(_ object: PHObject) {
        self.object = object
    }

    func value(_ key: PredicateKey) -> PredicateValue { object.value(of: key) }
}
