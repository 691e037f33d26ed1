public import Foundation
internal import PredicateFormat

extension NSPredicate {
    /// Creates a predicate from a `#Predicate` about assets or collections; nil if it uses something a catalogue does
    /// not support.
    ///
    /// Members of option sets are tested with `contains`, as in `#Predicate<PHAsset> {
    /// $0.mediaSubtypes.contains(.photoPanorama) }`.
    public convenience init?<Input>(_ predicate: Predicate<Input>) where Input: NSObject {
        let entity: PredicateKey.Entity = Input.self is PHCollection.Type ? .collection : .asset
        let translation = PredicateTranslation(entity: entity)
        guard let tree = try? translation.tree(predicate.expression),
            let made = try? FormatPredicate(tree: tree, about: entity)
        else { return nil }
        self.init(made)
    }
}

extension PredicateExpressions {
    /// An expression that tests whether an option set has all members of another.
    public struct OptionSetContains<
        Base: PredicateExpression,
        Members: PredicateExpression
    >: PredicateExpression where Base.Output: OptionSet, Members.Output == Base.Output {
        /// A Boolean value.
        public typealias Output = Bool

        let base: Base
        let members: Members

        /// Returns the result for values of the variables.
        public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
            try base.evaluate(bindings).isSuperset(of: members.evaluate(bindings))
        }
    }

    /// Builds the expression that the macro uses for `contains` on an option set.
    public static func build_contains<Base, Members>(
        _ base: Base,
        _ members: Members
    ) -> OptionSetContains<Base, Members> {
        OptionSetContains(base: base, members: members)
    }
}

extension PredicateExpressions.OptionSetContains: StandardPredicateExpression
where Base: StandardPredicateExpression, Members: StandardPredicateExpression {}

extension PredicateExpressions.OptionSetContains: Sendable where Base: Sendable, Members: Sendable {
}

extension PredicateExpressions.OptionSetContains: Codable where Base: Codable, Members: Codable {}

extension PredicateExpressions.OptionSetContains: PredicateTranslatable {
    func translated(_ context: PredicateTranslation) throws -> TranslatedPart {
        let wanted = try context.term(members)
        let held = PredicateTerm.arithmetic(try context.term(base), .bitAnd, wanted)
        return .tree(.comparison(held, .equal, wanted, []))
    }
}
