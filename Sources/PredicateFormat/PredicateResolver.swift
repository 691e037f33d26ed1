/// Turns a condition as it was written into one that a catalogue can be asked.
package struct PredicateResolver {
    private let entity: PredicateKey.Entity
    private let format: String
    private let arguments: [PredicateValue?]

    /// - Parameters:
    ///   - entity: What the condition is about.
    ///   - format: The text, for errors.
    ///   - arguments: What `%@` and the like stand for, in their order; nil for what cannot be compared.
    package init(
        _ entity: PredicateKey.Entity,
        format: String,
        arguments: [PredicateValue?]
    ) {
        (self.entity, self.format, self.arguments) = (entity, format, arguments)
    }

    private func failure(_ reason: String, at position: Int?) -> PredicateFormatError {
        PredicateFormatError(reason: reason, format: format, position: position)
    }

    private func rules(at position: Int) -> PredicateRules {
        PredicateRules(format: format, position: position)
    }

    package func tree(_ syntax: PredicateSyntax) throws(PredicateFormatError) -> PredicateTree {
        switch syntax {
        case .constant(let answer): return .constant(answer)
        case .not(let inner): return .not(try tree(inner))
        case .and(let parts): return .and(try trees(parts))
        case .or(let parts): return .or(try trees(parts))
        case .comparison(let comparison):
            return try tree(comparison)
        }
    }

    private func tree(
        _ comparison: PredicateSyntax.Comparison
    ) throws(PredicateFormatError) -> PredicateTree {
        let rules = rules(at: comparison.position)
        let (left, right) = (try term(comparison.left), try term(comparison.right))
        guard let quantifier = comparison.quantifier else {
            return try rules.comparison(left, comparison.asked, right, comparison.options)
        }
        guard quantifier == .any else {
            throw failure("ALL is not supported; ANY and NONE are", at: comparison.position)
        }
        guard left.isToMany else {
            throw failure(
                "ANY is for keys with several values: keywords",
                at: comparison.position
            )
        }
        return try rules.any(left, comparison.asked, right, comparison.options)
    }

    private func trees(
        _ parts: [PredicateSyntax]
    ) throws(PredicateFormatError) -> [PredicateTree] {
        var trees: [PredicateTree] = []
        for part in parts { trees.append(try tree(part)) }
        return trees
    }

    private func term(_ syntax: ExpressionSyntax) throws(PredicateFormatError) -> PredicateTerm {
        switch syntax {
        case .constant(let value): return .constant(value)
        case .argument(let position): return try argument(position)
        case .subject: return .key(.localIdentifier)
        case .path(let path): return try term(path)
        case .list(let items):
            var terms: [PredicateTerm] = []
            for item in items { terms.append(try term(item)) }
            return .list(terms)
        case .now(let offset): return .now(offset)
        case .arithmetic(let left, let sign, let right, let position):
            return try rules(at: position).arithmetic(try term(left), sign, try term(right))
        case .variable(_, let position):
            throw failure("variables such as $NAME have no value here", at: position)
        case .function(.cast, let values, let position):
            if let term = PredicateCast(arguments: arguments).term(values) { return term }
            throw failure("CAST is for dates that are known, such as NOW()", at: position)
        case .function(let function, _, let position):
            throw failure("the function \(function.rawValue) is not supported", at: position)
        case .subquery(_, _, _, let position):
            throw failure("SUBQUERY is not supported: no key has several values", at: position)
        }
    }

    private func argument(_ position: Int) throws(PredicateFormatError) -> PredicateTerm {
        guard let value = arguments[position] else {
            throw failure("argument \(position + 1) is nothing a catalogue can compare", at: nil)
        }
        guard case .list(let items) = value else { return .constant(value) }
        return .list(items.map { .constant($0) })
    }

    private func term(_ path: KeyPathSyntax) throws(PredicateFormatError) -> PredicateTerm {
        guard case .subject = path.root, path.steps.count == 1, case .key(let name) = path.steps[0]
        else { throw failure("key paths such as \(path) are not supported", at: path.position) }
        if let key = PredicateKey(name, of: entity) { return .key(key) }
        if path.isPlain, entity == .asset, let number = PredicateKey.literals[name.lowercased()] {
            return .constant(.integer(number))
        }
        if let meant = PredicateKey.nearest(to: name, of: entity) {
            throw failure(
                "there is no key \(name); did you mean \(meant.rawValue)?",
                at: path.position
            )
        }
        let keys = PredicateKey.keys(of: entity).map(\.rawValue).joined(separator: ", ")
        throw failure("there is no key \(name); there are SELF, \(keys)", at: path.position)
    }
}
