/// Parses the predicate format language: comparisons joined by AND, OR and NOT, as in `NSPredicate`.
///
/// Names are not resolved here.
///
/// Keywords are case-insensitive. Precedence, from the loosest: OR, AND, NOT, comparisons, `|`, `&`, sums, products.
struct PredicateParser {
    /// The possible results of parsing a piece of text.
    enum Node {
        case predicate(PredicateSyntax)
        case expression(ExpressionSyntax)
    }

    let format: String
    private let tokens: [PredicateToken]
    private var index = 0
    /// The arguments not yet used, by their positions.
    var arguments: ArraySlice<String?>
    var depth = 0

    static let deepest = 100

    /// The words that are not a key at the start of a value, unless preceded by `#`.
    static let reservedWords: Set<String> = [
        "NULL", "NIL", "TRUE", "YES", "FALSE", "NO", "SELF", "NOT", "ANY", "SOME", "ALL", "NONE",
        "TRUEPREDICATE", "FALSEPREDICATE",
    ]

    init(_ format: String, arguments: [String?]) throws(PredicateFormatError) {
        self.format = format
        self.arguments = arguments[...]
        tokens = try PredicateLexer.tokens(format)
    }

    mutating func parse() throws(PredicateFormatError) -> PredicateSyntax {
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

    mutating func takeWord(_ words: String...) -> Bool {
        guard case .word(let word, false) = token.kind, words.contains(word.uppercased()) else {
            return false
        }
        advance()
        return true
    }

    /// Enters a nested part; the caller decrements the depth again.
    mutating func enter() throws(PredicateFormatError) {
        depth += 1
        guard depth <= Self.deepest else {
            throw failure("conditions are nested more than \(Self.deepest) deep")
        }
    }

    // MARK: Conditions

    func condition(_ node: Node, at position: Int) throws(PredicateFormatError)
        -> PredicateSyntax
    {
        switch node {
        case .predicate(let predicate): return predicate
        case .expression(.path(let path)):
            throw failure(
                "\(path) alone is no condition; write for example \(path) == 1",
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
        if takeWord("NONE") { return .predicate(.not(try comparison(.any))) }
        if takeWord("ANY", "SOME") { return .predicate(try comparison(.any)) }
        if takeWord("ALL") { return .predicate(try comparison(.all)) }
        let start = token.position
        let left = try calculation()
        guard case .expression(let expression) = left, let asked = try takeOperator() else {
            return left
        }
        return .predicate(try comparison(expression, asked, nil, at: start))
    }

    /// Parses the comparison after `ANY` or `ALL`.
    private mutating func comparison(
        _ quantifier: PredicateSyntax.Quantifier
    ) throws(PredicateFormatError) -> PredicateSyntax {
        let start = token.position
        let left = try value(try calculation())
        guard let asked = try takeOperator() else {
            throw failure(
                "a comparison is expected after \(quantifier.rawValue), such as ANY names == 'x'"
            )
        }
        return try comparison(left, asked, quantifier, at: start)
    }

    private mutating func comparison(
        _ left: ExpressionSyntax,
        _ asked: (PredicateOperator, TextOptions),
        _ quantifier: PredicateSyntax.Quantifier?,
        at start: Int
    ) throws(PredicateFormatError) -> PredicateSyntax {
        .comparison(
            PredicateSyntax.Comparison(
                quantifier: quantifier,
                left: left,
                asked: asked.0,
                right: try value(try calculation()),
                options: asked.1,
                position: start
            )
        )
    }
}
