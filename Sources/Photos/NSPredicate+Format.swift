public import Foundation
internal import PredicateFormat

// The format language, which `NSPredicate` has on Apple's systems but Foundation on Linux lacks.

extension NSPredicate {
    /// Creates a predicate from a format, with arguments for `%@`, `%d`, `%K` and other placeholders.
    ///
    /// It can be about anything that has keys: assets and collections, or an app's own dictionaries and objects, passed
    /// to `evaluate(with:)`. Only a fetch checks which keys exist. A text that is not a valid condition ends the
    /// program with a message that gives the reason and the position, as on Apple's systems.
    public convenience init(format: String, _ arguments: any CVarArg...) {
        self.init(FormatPredicate.made(of: format, arguments))
    }

    /// Creates a predicate from a format; nil stands for no arguments.
    public convenience init(format: String, argumentArray arguments: [Any]?) {
        self.init(FormatPredicate.made(of: format, arguments ?? []))
    }

    /// Returns the predicate with values in place of variables such as `$NAME`.
    ///
    /// A variable without a value stays a variable.
    public func withSubstitutionVariables(_ variables: [String: Any]) -> Self {
        substituted(variables) as? Self ?? self
    }

    private func substituted(_ variables: [String: Any]) -> NSPredicate {
        switch self {
        case let predicate as FormatPredicate: predicate.substituting(variables)
        case let compound as NSCompoundPredicate:
            NSCompoundPredicate(
                type: compound.compoundPredicateType,
                subpredicates: compound.subpredicates.map { $0.substituted(variables) }
            )
        case _ where constantAnswer != nil: self
        default:
            NSPredicate { object, others in
                let variables = variables.merging(others ?? [:]) { _, later in later }
                return self.evaluate(with: object, substitutionVariables: variables)
            }
        }
    }
}

extension FormatPredicate {
    fileprivate static func made(of text: String, _ arguments: [Any]) -> FormatPredicate {
        do {
            return try FormatPredicate(text: text, arguments: arguments)
        } catch {
            fatalError("Unable to parse the format string \"\(text)\": \(error)")
        }
    }
}

/// A type with initialisers that choose a subclass.
protocol PredicateFactory {}

extension PredicateFactory where Self: NSPredicate {
    /// Becomes that predicate itself.
    init(_ made: FormatPredicate) {
        // A subclass has its own initialiser, whose result is not known here.
        guard let predicate = made as? Self else {
            fatalError("\(Self.self) cannot be made of a format")
        }
        self = predicate
    }
}

extension NSPredicate: PredicateFactory {}
