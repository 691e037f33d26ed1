internal import PredicateFormat

/// Calculations over many values at once.
enum Calculation {
    /// Returns the sum, 0 without values; values that are not numbers are ignored.
    static func sum(_ values: [Any?]) -> PredicateValue {
        numbers(values).reduce(.integer(0)) { PredicateTerm.Arithmetic.add.apply($0, $1) }
    }

    /// Returns the average, 0 without values.
    static func average(_ values: [Any?]) -> PredicateValue {
        let numbers = numbers(values)
        guard !numbers.isEmpty else { return .integer(0) }
        return PredicateTerm.Arithmetic.divide.apply(sum(numbers), .real(Double(numbers.count)))
    }

    /// Returns the value that `asked` (less or greater) puts before all others; null without values.
    static func extreme(_ values: [Any?], _ asked: PredicateOperator) -> PredicateValue {
        let values = values.compactMap { PredicateValue(scalar: $0) }.filter { $0 != .null }
        guard var extreme = values.first else { return .null }
        for value in values where asked.holds(value, extreme, []) { extreme = value }
        return extreme
    }

    static func numbers(_ values: [Any?]) -> [PredicateValue] {
        values.compactMap { PredicateValue(scalar: $0) }.filter { $0.kind == .number }
    }

    /// Returns the values without duplicates.
    static func distinct(_ values: [Any]) -> [Any] {
        var seen: Set<AnyHashable> = []
        return values.filter { value in
            guard let key = key(of: value) else { return true }
            return seen.insert(key).inserted
        }
    }

    /// Returns a key that equal values share; nil for a value that cannot be compared.
    private static func key(of value: Any) -> AnyHashable? {
        guard let scalar = PredicateValue(scalar: value) else { return value as? AnyHashable }
        guard case .real(let number) = scalar, let whole = Int64(exactly: number) else {
            return "\(scalar.kind.rawValue) \(scalar)"
        }
        return "\(scalar.kind.rawValue) \(whole)"
    }
}

extension KeyPathAggregate {
    /// Applies the aggregate to the values of the rest of the key path, one for each member.
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
