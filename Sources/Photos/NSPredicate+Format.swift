public import Foundation
internal import PredicateFormat

// What `NSPredicate` has on Apple's systems and Foundation on Linux has not: the format language.

extension NSPredicate {
    /// A condition in the format language, with arguments for `%@`, `%d`, `%K` and the like.
    ///
    /// It may be about anything that has keys: assets and collections, or an app's own dictionaries and objects, which
    /// `evaluate(with:)` is given. Which keys there are is asked by a fetch only. A text that is no condition ends
    /// the program with a message that says what and where, as on Apple's systems.
    public convenience init(format: String, _ arguments: any CVarArg...) {
        self.init(FormatPredicate.made(of: format, arguments))
    }

    /// A condition in the format language; nil stands for no arguments.
    public convenience init(format: String, argumentArray arguments: [Any]?) {
        self.init(FormatPredicate.made(of: format, arguments ?? []))
    }

    /// The same condition with values in the place of variables such as `$NAME`.
    ///
    /// A variable that is not named stays one.
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

/// What can be made by initialisers that choose a subclass.
protocol PredicateFactory {}

extension PredicateFactory where Self: NSPredicate {
    /// That predicate itself.
    init(_ made: FormatPredicate) {
        // A subclass has an initialiser of its own, and what it would make is not known here.
        guard let predicate = made as? Self else {
            fatalError("\(Self.self) cannot be made of a format")
        }
        self = predicate
    }
}

extension NSPredicate: PredicateFactory {}
