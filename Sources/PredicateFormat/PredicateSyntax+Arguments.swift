extension PredicateSyntax {
    /// Registers the patterns in the condition and its arguments, so that each is compiled once and not for each
    /// object.
    package func addPatterns(_ arguments: [PredicateValue?]) {
        switch self {
        case .constant: break
        case .not(let inner): inner.addPatterns(arguments)
        case .and(let parts), .or(let parts): for part in parts { part.addPatterns(arguments) }
        case .comparison(let comparison):
            guard comparison.asked == .matches else { return }
            var pattern: PredicateValue?
            if case .constant(let value) = comparison.right { pattern = value }
            if case .argument(let position) = comparison.right { pattern = arguments[position] }
            if case .text(let pattern)? = pattern { _ = PatternStore.add(pattern) }
        }
    }
}

extension PredicateSyntax {
    /// Returns the condition with arguments instead of variables; `argument` returns the position of the argument for a
    /// variable, or nil to keep the variable.
    package func replacingVariables(_ argument: (String) -> Int?) -> PredicateSyntax {
        switch self {
        case .constant: return self
        case .not(let inner): return .not(inner.replacingVariables(argument))
        case .and(let parts): return .and(parts.map { $0.replacingVariables(argument) })
        case .or(let parts): return .or(parts.map { $0.replacingVariables(argument) })
        case .comparison(var comparison):
            comparison.left = comparison.left.replacingVariables(argument)
            comparison.right = comparison.right.replacingVariables(argument)
            return .comparison(comparison)
        }
    }
}

extension ExpressionSyntax {
    fileprivate func replacingVariables(_ argument: (String) -> Int?) -> ExpressionSyntax {
        switch self {
        case .constant, .argument, .subject, .now: return self
        case .variable(let name, _): return argument(name).map { .argument($0) } ?? self
        case .path(var path):
            path.root = path.root.replacingVariables(argument)
            return .path(path)
        case .list(let items): return .list(items.map { $0.replacingVariables(argument) })
        case .arithmetic(let left, let sign, let right, let position):
            return .arithmetic(
                left.replacingVariables(argument),
                sign,
                right.replacingVariables(argument),
                at: position
            )
        case .function(let function, let values, let position):
            return .function(
                function,
                values.map { $0.replacingVariables(argument) },
                at: position
            )
        case .subquery(let collection, let variable, let condition, let position):
            return .subquery(
                collection.replacingVariables(argument),
                variable: variable,
                // In the subquery the name stands for a member.
                condition.replacingVariables { $0 == variable ? nil : argument($0) },
                at: position
            )
        }
    }
}
