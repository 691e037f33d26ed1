/// Reads the predicate format language: comparisons joined by AND, OR and NOT, as `NSPredicate` has
/// them.
///
/// Keywords may be in capitals or not. Precedence, from the loosest: OR, AND, NOT, comparisons, `|`, `&`, sums,
/// products.
struct PredicateParser {
    /// What a stretch of text can turn out to be.
    enum Node {
        case predicate(PredicateTree)
        case expression(PredicateTerm)
    }

    let format: String
    let entity: PredicateKey.Entity
    private let tokens: [PredicateToken]
    private var index = 0
    var arguments: ArraySlice<PredicateValue>
    var depth = 0

    static let deepest = 100

    init(
        _ format: String,
        arguments: [PredicateValue],
        entity: PredicateKey.Entity
    ) throws(PredicateFormatError) {
        self.format = format
        self.entity = entity
        self.arguments = arguments[...]
        tokens = try PredicateLexer.tokens(format)
    }

    mutating func parse() throws(PredicateFormatError) -> PredicateTree {
        guard token.kind != .end else { throw failure("there is no condition") }
        let predicate = try condition(try disjunction(), at: 0)
        guard token.kind == .end else {
            throw failure("after a whole condition AND or OR is expected")
        }
        return predicate
    }

    // MARK: Tokens

    var token: PredicateToken { tokens[index] }

    mutating func advance() {
        if index < tokens.count - 1 { index += 1 }
    }

    func failure(_ reason: String, at position: Int? = nil) -> PredicateFormatError {
        PredicateFormatError(reason: reason, format: format, position: position ?? token.position)
    }

    mutating func takeSign(_ signs: String...) -> Bool {
        guard case .sign(let sign) = token.kind, signs.contains(sign) else { return false }
        advance()
        return true
    }

    private mutating func takeWord(_ words: String...) -> Bool {
        guard case .word(let word, false) = token.kind, words.contains(word.uppercased()) else {
            return false
        }
        advance()
        return true
    }

    /// Begins something nested; the caller subtracts it again.
    mutating func enter() throws(PredicateFormatError) {
        depth += 1
        guard depth <= Self.deepest else {
            throw failure("conditions are nested more than \(Self.deepest) deep")
        }
    }

    // MARK: Conditions

    private func condition(_ node: Node, at position: Int) throws(PredicateFormatError)
        -> PredicateTree
    {
        switch node {
        case .predicate(let predicate): return predicate
        case .expression(.key(let key)):
            throw failure(
                "\(key.rawValue) alone is no condition; write for example \(key.rawValue) == 1",
                at: position
            )
        case .expression: throw failure("a value alone is no condition", at: position)
        }
    }

    mutating func disjunction() throws(PredicateFormatError) -> Node {
        let start = token.position
        let first = try conjunction()
        guard case .predicate(let left) = first else { return first }
        var parts = [left]
        while takeWord("OR") || takeSign("||") {
            parts.append(try condition(try conjunction(), at: start))
        }
        return .predicate(parts.count == 1 ? left : .or(parts))
    }

    private mutating func conjunction() throws(PredicateFormatError) -> Node {
        let start = token.position
        let first = try negation()
        guard case .predicate(let left) = first else { return first }
        var parts = [left]
        while takeWord("AND") || takeSign("&&") {
            parts.append(try condition(try negation(), at: start))
        }
        return .predicate(parts.count == 1 ? left : .and(parts))
    }

    private mutating func negation() throws(PredicateFormatError) -> Node {
        let start = token.position
        guard takeWord("NOT") || takeSign("!") else { return try comparison() }
        try enter()
        let inner = try condition(try negation(), at: start)
        depth -= 1
        return .predicate(.not(inner))
    }

    private mutating func comparison() throws(PredicateFormatError) -> Node {
        if takeWord("TRUEPREDICATE") { return .predicate(.constant(true)) }
        if takeWord("FALSEPREDICATE") { return .predicate(.constant(false)) }
        if case .word(let word, false) = token.kind,
            ["ALL", "SUBQUERY"].contains(word.uppercased())
        {
            throw failure("\(word.uppercased()) is not supported; ANY and NONE are")
        }
        if takeWord("NONE") { return .predicate(.not(try anyComparison())) }
        if takeWord("ANY", "SOME") { return .predicate(try anyComparison()) }
        let start = token.position
        let left = try calculation()
        guard case .expression(let expression) = left, let asked = try takeOperator() else {
            return left
        }
        let right = try value(try calculation())
        return .predicate(
            try PredicateRules(self, at: start).comparison(expression, asked.0, right, asked.1)
        )
    }

    /// A comparison after ANY: of a key that has several values.
    private mutating func anyComparison() throws(PredicateFormatError) -> PredicateTree {
        let start = token.position
        guard case .expression(let left) = try calculation(), left.isToMany else {
            throw failure("ANY is for keys with several values: keywords", at: start)
        }
        guard let asked = try takeOperator() else {
            throw failure("a comparison is expected after ANY")
        }
        let right = try value(try calculation())
        return try PredicateRules(self, at: start).any(left, asked.0, right, asked.1)
    }

    private mutating func takeOperator() throws(PredicateFormatError) -> (
        PredicateOperator, TextOptions
    )? {
        let found: PredicateOperator
        if takeSign("==", "=") {
            found = .equal
        } else if takeSign("!=", "<>") {
            found = .notEqual
        } else if takeSign("<=", "=<") {
            found = .lessOrEqual
        } else if takeSign(">=", "=>") {
            found = .greaterOrEqual
        } else if takeSign("<") {
            found = .less
        } else if takeSign(">") {
            found = .greater
        } else if case .word(let word, false) = token.kind,
            let named = PredicateOperator(rawValue: word.uppercased())
        {
            advance()
            found = named
        } else {
            return nil
        }
        return (found, try takeOptions())
    }

    /// `[c]`, `[d]` or `[cd]`; `n`, that texts are to be compared as bytes, changes nothing here.
    private mutating func takeOptions() throws(PredicateFormatError) -> TextOptions {
        guard takeSign("[") else { return [] }
        guard case .word(let letters, _) = token.kind else {
            throw failure("options such as [cd] are expected")
        }
        var options: TextOptions = []
        for letter in letters.lowercased() {
            switch letter {
            case "c": options.insert(.ignoringCase)
            case "d": options.insert(.ignoringDiacritics)
            case "n": break
            default: throw failure("\(letter) is no option; there are c, d and n")
            }
        }
        advance()
        guard takeSign("]") else { throw failure("] is expected after options") }
        return options
    }
}
