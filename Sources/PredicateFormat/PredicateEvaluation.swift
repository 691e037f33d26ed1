extension PredicateTree {
    /// Evaluates the condition for one subject.
    ///
    /// Null equals only null: with one null operand `==` and `!=` have a result, while operators such as `<` are false.
    ///
    /// `now`: Microseconds since 1970.
    package func matches(_ subject: some PredicateSubject, now: Int64) -> Bool {
        switch self {
        case .constant(let answer): answer
        case .not(let inner): !inner.matches(subject, now: now)
        case .and(let parts): parts.allSatisfy { $0.matches(subject, now: now) }
        case .or(let parts): parts.contains { $0.matches(subject, now: now) }
        case .comparison(let left, let asked, let right, let options):
            left.isToMany
                ? left.values(subject).contains {
                    asked.holds($0, right.value(subject, now: now), options)
                }
                : asked.holds(
                    left.value(subject, now: now),
                    right.value(subject, now: now),
                    options
                )
        }
    }
}

extension PredicateTerm {
    /// Returns the values of a key that has several.
    func values(_ subject: some PredicateSubject) -> [PredicateValue] {
        guard case .key(let key) = self, case .list(let values) = subject.value(key) else {
            return []
        }
        return values
    }

    func value(_ subject: some PredicateSubject, now: Int64) -> PredicateValue {
        switch self {
        case .key(let key): subject.value(key)
        case .constant(let value): value
        case .list(let items): .list(items.map { $0.value(subject, now: now) })
        case .localTime(let time): .date(time)
        case .now(let offset): .date(now + offset)
        case .arithmetic(let left, let sign, let right):
            sign.apply(left.value(subject, now: now), right.value(subject, now: now))
        }
    }
}

extension PredicateOperator {
    package func holds(_ left: PredicateValue, _ right: PredicateValue, _ options: TextOptions)
        -> Bool
    {
        switch (self, left, right) {
        case (.isIn, _, .list(let items)): items.contains { Self.isSame(left, $0, options) }
        case (.isIn, _, _): TextMatch.holds(.contains, right, left, options)
        case (.between, _, .list(let items)):
            items.count == 2
                && (Self.order(left, items[0], options) ?? -1) >= 0
                && (Self.order(left, items[1], options) ?? 1) <= 0
        case (.equal, _, _): Self.isSame(left, right, options)
        case (.notEqual, _, _): !Self.isSame(left, right, options)
        case (.less, _, _): Self.order(left, right, options).map { $0 < 0 } ?? false
        case (.lessOrEqual, _, _): Self.order(left, right, options).map { $0 <= 0 } ?? false
        case (.greater, _, _): Self.order(left, right, options).map { $0 > 0 } ?? false
        case (.greaterOrEqual, _, _): Self.order(left, right, options).map { $0 >= 0 } ?? false
        default: TextMatch.holds(self, left, right, options)
        }
    }

    private static func folded(_ value: PredicateValue, _ options: TextOptions) -> PredicateValue {
        guard !options.isEmpty, case .text(let text) = value else { return value }
        return .text(TextMatch.folded(text, options))
    }

    static func isSame(
        _ left: PredicateValue,
        _ right: PredicateValue,
        _ options: TextOptions
    ) -> Bool {
        folded(left, options).isSame(as: folded(right, options))
    }

    static func order(
        _ left: PredicateValue,
        _ right: PredicateValue,
        _ options: TextOptions
    ) -> Int? {
        folded(left, options).order(folded(right, options))
    }
}

extension PredicateTerm.Arithmetic {
    /// Calculates as SQLite does: with integers as long as they suffice; null if there is no result.
    package func apply(_ left: PredicateValue, _ right: PredicateValue) -> PredicateValue {
        switch (self, left, right) {
        case (_, .null, _), (_, _, .null): return .null
        case (.bitAnd, _, _), (.bitOr, _, _):
            guard let a = Self.whole(left), let b = Self.whole(right) else { return .null }
            return .integer(self == .bitAnd ? a & b : a | b)
        case (_, .integer(let a), .integer(let b)):
            if self == .divide, b == 0 { return .null }
            let (result, overflow) = whole(a, b)
            return overflow ? Self.real(real(Double(a), Double(b))) : .integer(result)
        default:
            guard let a = Self.number(left), let b = Self.number(right) else { return .null }
            if self == .divide, b == 0 { return .null }
            return Self.real(real(a, b))
        }
    }

    private func whole(_ a: Int64, _ b: Int64) -> (Int64, Bool) {
        switch self {
        case .add: a.addingReportingOverflow(b)
        case .subtract: a.subtractingReportingOverflow(b)
        case .multiply: a.multipliedReportingOverflow(by: b)
        default: a.dividedReportingOverflow(by: b)
        }
    }

    private func real(_ a: Double, _ b: Double) -> Double {
        switch self {
        case .add: a + b
        case .subtract: a - b
        case .multiply: a * b
        default: a / b
        }
    }

    private static func real(_ value: Double) -> PredicateValue {
        value.isNaN ? .null : .real(value)
    }

    private static func number(_ value: PredicateValue) -> Double? {
        switch value {
        case .integer(let number): Double(number)
        case .real(let number): number
        default: nil
        }
    }

    /// Returns a real number truncated to an integer, or the nearest integer if it is out of range.
    private static func whole(_ value: PredicateValue) -> Int64? {
        switch value {
        case .integer(let number): number
        case .real(let number):
            Int64(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
        default: nil
        }
    }
}
