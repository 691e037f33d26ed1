/// The sides of comparisons.
extension PredicateParser {
    func value(_ node: Node) throws(PredicateFormatError) -> PredicateTerm {
        guard case .expression(let expression) = node else {
            throw failure("a value is expected here, not a condition")
        }
        return expression
    }

    /// A value calculated by signs that bind at least as closely as `least`, or a whole condition.
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
            let rules = PredicateRules(self, at: start)
            left = .expression(try rules.arithmetic(first, arithmetic, second))
        }
        return left
    }

    private mutating func primary() throws(PredicateFormatError) -> Node {
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
        if takeSign("{") { return .expression(try list()) }
        if takeSign("-") { return .expression(try negative()) }
        advance()
        let inner = try disjunction()
        guard takeSign(")") else { throw failure(") is expected") }
        return inner
    }

    private mutating func negative() throws(PredicateFormatError) -> PredicateTerm {
        let start = token.position
        let number = try value(try primary())
        switch number {
        case .constant(.integer(let integer)): return .constant(.integer(0 &- integer))
        case .constant(.real(let real)): return .constant(.real(-real))
        default:
            return try PredicateRules(self, at: start)
                .arithmetic(.constant(.integer(0)), .subtract, number)
        }
    }

    private mutating func list() throws(PredicateFormatError) -> PredicateTerm {
        var items: [PredicateTerm] = []
        if takeSign("}") { return .list([]) }
        repeat { items.append(try value(try calculation())) } while takeSign(",")
        guard takeSign("}") else { throw failure("} or , is expected in a list") }
        return .list(items)
    }

    private mutating func argument(_ letter: Character) throws(PredicateFormatError)
        -> PredicateTerm
    {
        let start = token.position
        guard let argument = arguments.popFirst() else {
            throw failure("there are fewer arguments than the format asks for")
        }
        advance()
        guard letter == "K" else {
            guard case .list(let items) = argument else { return .constant(argument) }
            return .list(items.map { .constant($0) })
        }
        guard case .text(let name) = argument else {
            throw failure("%K stands for the name of a key", at: start)
        }
        return .key(try key(name, at: start))
    }

    private mutating func named(
        _ word: String,
        isKey: Bool,
        at start: Int
    ) throws(PredicateFormatError) -> PredicateTerm {
        guard !isKey else { return .key(try key(word, at: start)) }
        switch word.uppercased() {
        case "NULL", "NIL": return .constant(.null)
        case "TRUE", "YES": return .constant(.integer(1))
        case "FALSE", "NO": return .constant(.integer(0))
        default: break
        }
        if word.uppercased() == "NOW", takeSign("(") { return try now() }
        if case .sign("(") = token.kind {
            throw failure("the function \(word) is not supported", at: start)
        }
        if case .sign(".") = token.kind {
            throw failure("key paths such as \(word).… are not supported", at: start)
        }
        if let key = PredicateKey(word, of: entity) { return .key(key) }
        if entity == .asset, let number = PredicateKey.literals[word.lowercased()] {
            return .constant(.integer(number))
        }
        return .key(try key(word, at: start))
    }

    /// `NOW()`, or `NOW(-86400)` with seconds to be added.
    private mutating func now() throws(PredicateFormatError) -> PredicateTerm {
        if takeSign(")") { return .now(0) }
        guard case .constant(.integer(let seconds)) = try value(try primary()),
            seconds.magnitude < 1 << 40, takeSign(")")
        else { throw failure("NOW takes whole seconds, such as NOW(-86400)") }
        return .now(seconds * 1_000_000)
    }

    private func key(_ name: String, at start: Int) throws(PredicateFormatError) -> PredicateKey {
        if let key = PredicateKey(name, of: entity) { return key }
        let keys = PredicateKey.keys(of: entity).map(\.rawValue).joined(separator: ", ")
        throw failure("there is no key \(name); there are SELF, \(keys)", at: start)
    }
}
