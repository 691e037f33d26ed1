/// Parses the sides of comparisons.
extension PredicateParser {
    func value(_ node: Node) throws(PredicateFormatError) -> ExpressionSyntax {
        guard case .expression(let expression) = node else {
            throw failure("a value is expected here, not a condition")
        }
        return expression
    }

    /// Parses a value with operators of at least the precedence `least`, or a whole condition.
    mutating func calculation(_ least: Int = 1) throws(PredicateFormatError) -> Node {
        let start = token.position
        var left = try primary()
        var length = 0
        while case .sign(let sign) = token.kind,
            let arithmetic = PredicateTerm.Arithmetic(rawValue: sign),
            arithmetic.strength >= least
        {
            guard case .expression(let first) = left else {
                throw failure("\(sign) joins values, not conditions; write AND or OR")
            }
            length += 1
            guard length <= Self.deepest else { throw failure("the calculation is too long") }
            advance()
            let second = try value(try calculation(arithmetic.strength + 1))
            left = .expression(.arithmetic(first, arithmetic, second, at: start))
        }
        return left
    }

    private mutating func primary() throws(PredicateFormatError) -> Node {
        let start = token.position
        let node = try head()
        guard case .expression(let root) = node else { return node }
        return .expression(try keyPath(from: root, at: start))
    }

    /// Parses a value without the keys that may follow it.
    private mutating func head() throws(PredicateFormatError) -> Node {
        let start = token.position
        switch token.kind {
        case .integer(let number):
            advance()
            return .expression(.constant(.integer(number)))
        case .real(let number):
            advance()
            return .expression(.constant(.real(number)))
        case .text(let text):
            advance()
            return .expression(.constant(.text(text)))
        case .argument(let letter): return .expression(try argument(letter))
        case .variable(let name):
            guard !name.isEmpty else { throw failure("$ begins a variable such as $NAME") }
            advance()
            return .expression(.variable(name, at: start))
        case .aggregate: return .expression(try keyPath(beginningWith: try step(), at: start))
        case .word(let word, let isKey):
            advance()
            return .expression(try named(word, isKey: isKey, at: start))
        case .sign("("), .sign("{"), .sign("-"): return try enclosed()
        case .sign(let sign): throw failure("a value is expected here, not \(sign)")
        case .end: throw failure("something is missing at the end")
        }
    }

    private mutating func enclosed() throws(PredicateFormatError) -> Node {
        try enter()
        defer { depth -= 1 }
        if takeSign("{") { return .expression(.list(try items(until: "}"))) }
        if takeSign("-") { return .expression(try negative()) }
        advance()
        let inner = try disjunction()
        guard takeSign(")") else { throw failure(") is expected") }
        return inner
    }

    private mutating func negative() throws(PredicateFormatError) -> ExpressionSyntax {
        let start = token.position
        let number = try value(try primary())
        switch number {
        case .constant(.integer(let integer)): return .constant(.integer(0 &- integer))
        case .constant(.real(let real)): return .constant(.real(-real))
        default: return .arithmetic(.constant(.integer(0)), .subtract, number, at: start)
        }
    }

    mutating func items(until end: String) throws(PredicateFormatError) -> [ExpressionSyntax] {
        var items: [ExpressionSyntax] = []
        if takeSign(end) { return [] }
        repeat { items.append(try value(try calculation())) } while takeSign(",")
        guard takeSign(end) else { throw failure("\(end) or , is expected in a list") }
        return items
    }

    private mutating func argument(_ letter: Character) throws(PredicateFormatError)
        -> ExpressionSyntax
    {
        let (start, position) = (token.position, arguments.startIndex)
        guard let argument = arguments.popFirst() else {
            throw failure("there are fewer arguments than the format asks for")
        }
        advance()
        guard letter == "K" else { return .argument(position) }
        guard let name = argument, let path = KeyPathSyntax(name, at: start) else {
            throw failure("%K stands for the name of a key", at: start)
        }
        return path.steps.isEmpty ? .subject : .path(path)
    }

    private mutating func named(
        _ word: String,
        isKey: Bool,
        at start: Int
    ) throws(PredicateFormatError) -> ExpressionSyntax {
        let key = ExpressionSyntax.path(
            KeyPathSyntax(root: .subject, steps: [.key(word)], isPlain: !isKey, position: start)
        )
        guard !isKey else { return key }
        switch word.uppercased() {
        case "NULL", "NIL": return .constant(.null)
        case "TRUE", "YES": return .constant(.integer(1))
        case "FALSE", "NO": return .constant(.integer(0))
        case "SELF": return .subject
        default: return takeSign("(") ? try function(word, at: start) : key
        }
    }
}
