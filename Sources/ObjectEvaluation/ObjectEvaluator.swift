package import PredicateFormat

/// Evaluates conditions on an app's own data.
package struct ObjectEvaluator {
    let reading: ObjectReading
    /// The values for `%@` and other arguments, in order.
    private let arguments: [Any?]
    /// Microseconds since 1970.
    private let now: Int64
    /// The values of `$NAME` in the conditions of `SUBQUERY`.
    private var bound: [String: Any] = [:]
    /// Returns the value of any other variable.
    private let variable: (String) -> Any?

    package init(
        _ reading: ObjectReading,
        arguments: [Any?] = [],
        now: Int64 = 0,
        variable: @escaping (String) -> Any? = { _ in nil }
    ) {
        (self.reading, self.arguments, self.now) = (reading, arguments, now)
        self.variable = variable
    }

    /// Returns whether a condition holds for an object.
    package func holds(_ syntax: PredicateSyntax, for object: Any?) -> Bool {
        switch syntax {
        case .constant(let answer): return answer
        case .not(let inner): return !holds(inner, for: object)
        case .and(let parts): return parts.allSatisfy { holds($0, for: object) }
        case .or(let parts): return parts.contains { holds($0, for: object) }
        case .comparison(let comparison):
            let left = value(comparison.left, of: object)
            let right = value(comparison.right, of: object)
            func holds(_ left: Any?) -> Bool {
                reading.holds(left, comparison.asked, right, comparison.options)
            }
            guard let quantifier = comparison.quantifier else { return holds(left) }
            // A single value counts as a list of one, and nil as an empty list.
            let members =
                reading.members(left) ?? ObjectReading.unwrapped(left).map { [$0] } ?? []
            return quantifier == .any ? members.contains(where: holds) : members.allSatisfy(holds)
        }
    }

    /// Returns the value of a key path as a Foundation object.
    package func value(forKeyPath path: KeyPathSyntax, of object: Any?) -> Any? {
        let value = value(path.steps[...], of: object)
        return (value as? PredicateValue)?.object ?? (value is PredicateValue ? nil : value)
    }

    func value(_ expression: ExpressionSyntax, of object: Any?) -> Any? {
        switch expression {
        case .constant(let value): return value
        case .argument(let position): return arguments[position]
        case .variable(let name, _): return bound[name] ?? variable(name)
        case .subject: return object
        case .path(let path): return value(path.steps[...], of: value(path.root, of: object))
        case .list(let items):
            return items.map { value($0, of: object) ?? PredicateValue.null }
        case .now(let offset): return PredicateValue.date(now + offset)
        case .arithmetic(let left, let sign, let right, _):
            return sign.apply(
                PredicateValue(scalar: value(left, of: object)) ?? .null,
                PredicateValue(scalar: value(right, of: object)) ?? .null
            )
        case .function(let function, let values, _):
            return function.value(of: values.map { value($0, of: object) }, reading)
        case .subquery(let collection, let name, let condition, _):
            let members = reading.members(value(collection, of: object)) ?? []
            var inner = self
            return members.filter { member in
                inner.bound[name] = member
                return inner.holds(condition, for: object)
            }
        }
    }

    private func value(_ steps: ArraySlice<KeyPathSyntax.Step>, of object: Any?) -> Any? {
        guard let step = steps.first else { return object }
        let rest = steps.dropFirst()
        switch step {
        case .key(let name): return value(rest, of: reading.value(name, of: object))
        case .aggregate(.count):
            return value(rest, of: reading.members(object).map { PredicateValue($0.count) })
        case .aggregate(let aggregate):
            guard let members = reading.members(object) else { return nil }
            return aggregate.value(of: members.map { value(rest, of: $0) }, reading)
        case .index(let index):
            guard let members = reading.members(object) else { return nil }
            return value(rest, of: Self.member(index, of: members))
        }
    }

    private static func member(_ index: KeyPathSyntax.Index, of members: [Any]) -> Any? {
        switch index {
        case .number(let number): members.indices.contains(number) ? members[number] : nil
        case .first: members.first
        case .last: members.last
        case .size: PredicateValue(members.count)
        }
    }
}

extension PredicateValue {
    init(_ count: Int) {
        self = .integer(Int64(count))
    }
}
