internal import PredicateFormat

/// What is calculated from many values at once.
enum Calculation {
    /// Of nothing it is 0; what is no number is left out.
    static func sum(_ values: [Any?]) -> PredicateValue {
        numbers(values).reduce(.integer(0)) { PredicateTerm.Arithmetic.add.apply($0, $1) }
    }

    /// Of nothing it is 0.
    static func average(_ values: [Any?]) -> PredicateValue {
        let numbers = numbers(values)
        guard !numbers.isEmpty else { return .integer(0) }
        return PredicateTerm.Arithmetic.divide.apply(sum(numbers), .real(Double(numbers.count)))
    }

    /// The least, or the greatest: what `asked` says of it beside all others; of nothing nothing.
    static func extreme(_ values: [Any?], _ asked: PredicateOperator) -> PredicateValue {
        let values = values.compactMap { PredicateValue(scalar: $0) }.filter { $0 != .null }
        guard var extreme = values.first else { return .null }
        for value in values where asked.holds(value, extreme, []) { extreme = value }
        return extreme
    }

    static func numbers(_ values: [Any?]) -> [PredicateValue] {
        values.compactMap { PredicateValue(scalar: $0) }.filter { $0.kind == .number }
    }

    /// Each of the values that there are, once.
    static func distinct(_ values: [Any]) -> [Any] {
        var seen: Set<AnyHashable> = []
        return values.filter { value in
            guard let key = key(of: value) else { return true }
            return seen.insert(key).inserted
        }
    }

    /// What two equal values have in common; nil for what cannot be told apart.
    private static func key(of value: Any) -> AnyHashable? {
        guard let scalar = PredicateValue(scalar: value) else { return value as? AnyHashable }
        guard case .real(let number) = scalar, let whole = Int64(exactly: number) else {
            return "\(scalar.kind.rawValue) \(scalar)"
        }
        return "\(scalar.kind.rawValue) \(whole)"
    }
}

extension KeyPathAggregate {
    /// What it makes of the values that the rest of the key path leads to, from each member.
    func value(of values: [Any?], _ reading: ObjectReading) -> Any? {
        switch self {
        case .count: return PredicateValue(values.count)
        case .sum: return Calculation.sum(values)
        case .avg: return Calculation.average(values)
        case .min: return Calculation.extreme(values, .less)
        case .max: return Calculation.extreme(values, .greater)
        case .unionOfObjects: return present(values)
        case .distinctUnionOfObjects: return Calculation.distinct(present(values))
        case .unionOfArrays, .unionOfSets:
            return present(joined(values, reading))
        case .distinctUnionOfArrays, .distinctUnionOfSets:
            return Calculation.distinct(present(joined(values, reading)))
        }
    }

    private func joined(_ lists: [Any?], _ reading: ObjectReading) -> [Any?] {
        var members: [Any?] = []
        for list in lists { for member in reading.members(list) ?? [] { members.append(member) } }
        return members
    }

    private func present(_ values: [Any?]) -> [Any] {
        values.compactMap { ObjectReading.unwrapped($0) }.filter {
            PredicateValue(scalar: $0) != .null
        }
    }
}
