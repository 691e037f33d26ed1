/// Turns a condition as written into one that can be evaluated in a catalogue.
package struct PredicateResolver {
    private let entity: PredicateKey.Entity
    private let format: String
    private let arguments: [PredicateValue?]

    /// - Parameters:
    ///   - entity: The kind of object that the condition is about.
    ///   - format: The text, for errors.
    ///   - arguments: The values for `%@` and other arguments, in order; nil for those that cannot be compared.
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
        let left = try term(comparison.left, comparedWith: comparison.right)
        let right = try term(comparison.right, comparedWith: comparison.left)
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

    /// Resolves one side of a comparison; a name there may be the name of a value of the other side's key.
    private func term(
        _ syntax: ExpressionSyntax,
        comparedWith other: ExpressionSyntax
    ) throws(PredicateFormatError) -> PredicateTerm {
        if case .list(let items) = syntax {
            var terms: [PredicateTerm] = []
            for item in items { terms.append(try term(item, comparedWith: other)) }
            return .list(terms)
        }
        if case .path(let path) = syntax, path.isPlain, let name = path.onlyKey,
            PredicateKey(name, of: entity) == nil, PredicateKey.literals[name.lowercased()] == nil,
            case .path(let key) = other,
            let key = key.onlyKey.flatMap({ PredicateKey($0, of: entity) }),
            !key.namedValues.isEmpty
        {
            let names = key.namedValues.map { "\($0.name)" }
            throw unknown("value \(name) of \(key.rawValue)", name, among: names, path.position)
        }
        return try term(syntax)
    }

    private func unknown(
        _ what: String,
        _ name: String,
        among names: [String],
        listed: [String]? = nil,
        _ position: Int
    ) -> PredicateFormatError {
        let nearest = PredicateKey.nearest(to: name, among: names)
        let all = "there are \((listed ?? names).joined(separator: ", "))"
        let cure = nearest.map { "did you mean \($0)?" } ?? all
        return failure("there is no \(what); \(cure)", at: position)
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
        guard let name = path.onlyKey
        else { throw failure("key paths such as \(path) are not supported", at: path.position) }
        if let key = PredicateKey(name, of: entity) { return .key(key) }
        if path.isPlain, entity == .asset, let number = PredicateKey.literals[name.lowercased()] {
            return .constant(.integer(number))
        }
        let keys = PredicateKey.keys(of: entity)
        throw unknown(
            "key \(name)",
            name,
            among: keys.flatMap(\.spellings),
            listed: ["SELF"] + keys.map(\.names),
            path.position
        )
    }
}
