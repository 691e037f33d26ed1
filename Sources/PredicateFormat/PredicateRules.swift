/// The rules for comparing and calculating with values, and for texts next to dates.
struct PredicateRules {
    /// The text being parsed, and the position of the comparison or calculation in it.
    let format: String
    let position: Int

    private func failure(_ reason: String) -> PredicateFormatError {
        PredicateFormatError(reason: reason, format: format, position: position)
    }

    func comparison(
        _ left: PredicateTerm,
        _ asked: PredicateOperator,
        _ right: PredicateTerm,
        _ options: TextOptions
    ) throws(PredicateFormatError) -> PredicateTree {
        if let tree = try membership(left, asked, right, options) { return tree }
        return try compatible(left, asked, right, options)
    }

    private func compatible(
        _ left: PredicateTerm,
        _ asked: PredicateOperator,
        _ right: PredicateTerm,
        _ options: TextOptions
    ) throws(PredicateFormatError) -> PredicateTree {
        var (left, right) = (left, right)
        let keys = left.keys.union(right.keys)
        guard !keys.contains(.directory) || keys.count == 1 else {
            throw failure("directory is compared with texts, not with other keys")
        }
        if asked == .contains, case .key(let key) = left, key.isOptionSet {
            return try bits(key, right)
        }
        if kind(left) == .date { right = try dated(right) }
        if kind(right) == .date { left = try dated(left) }
        switch asked {
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
            try agree(left, right, asked)
        case .isIn, .between: try agree(left, inList: right, asked)
        case .contains, .beginsWith, .endsWith, .like, .matches:
            for side in [left, right] where kind(side) != .text && kind(side) != .null {
                throw failure("\(asked.rawValue) compares texts")
            }
            if asked == .matches, case .constant(.text(let pattern)) = right,
                !PatternStore.add(pattern)
            {
                throw failure("\(pattern) is no regular expression")
            }
        }
        guard options.isEmpty || kind(left) == .text || kind(left) == .null || kind(left) == .list
        else { throw failure("the options [cd] are for texts") }
        return .comparison(left, asked, right, options)
    }

    /// Checks a comparison that must hold for any of the values of a key.
    func any(
        _ left: PredicateTerm,
        _ asked: PredicateOperator,
        _ right: PredicateTerm,
        _ options: TextOptions
    ) throws(PredicateFormatError) -> PredicateTree {
        guard !right.hasToManyKey else {
            throw failure("ANY compares the values of a key with one value, not with many")
        }
        return try compatible(left, asked, right, options)
    }

    /// Converts `keywords CONTAINS "beach"` and `"beach" IN keywords`: whether one of the values is the text.
    private func membership(
        _ left: PredicateTerm,
        _ asked: PredicateOperator,
        _ right: PredicateTerm,
        _ options: TextOptions
    ) throws(PredicateFormatError) -> PredicateTree? {
        if left.isToMany, asked == .contains { return try any(left, .equal, right, options) }
        if right.isToMany, asked == .isIn { return try any(right, .equal, left, options) }
        guard !left.hasToManyKey, !right.hasToManyKey else {
            throw failure(
                "keywords are several; write ANY keywords == \"…\" or keywords CONTAINS \"…\""
            )
        }
        return nil
    }

    /// Converts `mediaSubtypes CONTAINS photoPanorama`: whether all its bits are set.
    private func bits(
        _ key: PredicateKey,
        _ right: PredicateTerm
    ) throws(PredicateFormatError) -> PredicateTree {
        guard kind(right) == .number else {
            throw failure(
                "\(key.rawValue) CONTAINS takes a name such as photoPanorama, or a number"
            )
        }
        return .comparison(.arithmetic(.key(key), .bitAnd, right), .equal, right, [])
    }

    func arithmetic(
        _ left: PredicateTerm,
        _ sign: PredicateTerm.Arithmetic,
        _ right: PredicateTerm
    ) throws(PredicateFormatError) -> PredicateTerm {
        for side in [left, right] where kind(side) != .number && kind(side) != .null {
            throw failure("\(sign.rawValue) calculates with numbers")
        }
        return .arithmetic(left, sign, right)
    }

    private func kind(_ expression: PredicateTerm) -> PredicateValue.Kind {
        switch expression {
        case .key(let key): key.kind
        case .constant(let value): value.kind
        case .list: .list
        case .arithmetic: .number
        case .now, .localTime: .date
        }
    }

    private func agree(
        _ left: PredicateTerm,
        _ right: PredicateTerm,
        _ asked: PredicateOperator
    ) throws(PredicateFormatError) {
        let kinds = (kind(left), kind(right))
        guard kinds.0 != .null, kinds.1 != .null else { return }
        guard kinds.0 == kinds.1, kinds.0 != .list else {
            let isUnquotedDate = kinds.0 == .date && kinds.1 == .number
            throw failure(
                "a \(kinds.0.rawValue) cannot be compared with a \(kinds.1.rawValue) by "
                    + asked.rawValue
                    + (isUnquotedDate ? "; write a date as a text, such as \"2023-07-01\"" : "")
            )
        }
    }

    private func agree(
        _ left: PredicateTerm,
        inList right: PredicateTerm,
        _ asked: PredicateOperator
    ) throws(PredicateFormatError) {
        guard case .list(let items) = right else {
            guard asked == .isIn, kind(left) == .text, kind(right) == .text else {
                throw failure("\(asked.rawValue) takes a list such as {1, 2}")
            }
            // Text IN text: whether the second contains the first.
            return
        }
        guard asked == .isIn || items.count == 2 else {
            throw failure("BETWEEN takes a list of two, {lower, upper}")
        }
        for item in items { try agree(left, item, asked) }
    }

    /// Reads a text next to a date as a date: `creationDate > "2023-07-01"`.
    private func dated(
        _ expression: PredicateTerm
    ) throws(PredicateFormatError) -> PredicateTerm {
        switch expression {
        case .constant(.text(let text)):
            guard let (date, offset) = PredicateDate.read(text) else {
                throw failure("\(text) is not a date; write for example \"2023-07-01 12:30:00\"")
            }
            return offset == nil ? .localTime(date) : .constant(.date(date))
        case .list(let items):
            var dates: [PredicateTerm] = []
            for item in items { dates.append(try dated(item)) }
            return .list(dates)
        default: return expression
        }
    }
}
