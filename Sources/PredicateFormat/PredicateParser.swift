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
    private var arguments: ArraySlice<PredicateValue>
    private var depth = 0

    private static let deepest = 100

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

    private var token: PredicateToken { tokens[index] }

    private mutating func advance() {
        if index < tokens.count - 1 { index += 1 }
    }

    func failure(_ reason: String, at position: Int? = nil) -> PredicateFormatError {
        PredicateFormatError(reason: reason, format: format, position: position ?? token.position)
    }

    private mutating func takeSign(_ signs: String...) -> Bool {
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
    private mutating func enter() throws(PredicateFormatError) {
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

    private mutating func disjunction() throws(PredicateFormatError) -> Node {
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
            ["ANY", "ALL", "SOME", "NONE", "SUBQUERY"].contains(word.uppercased())
        {
            throw failure("\(word.uppercased()) is not supported: no key has several values")
        }
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

    // MARK: Values

    private func value(_ node: Node) throws(PredicateFormatError) -> PredicateTerm {
        guard case .expression(let expression) = node else {
            throw failure("a value is expected here, not a condition")
        }
        return expression
    }

    /// A value calculated by signs that bind at least as closely as `least`, or a whole condition.
    private mutating func calculation(_ least: Int = 1) throws(PredicateFormatError) -> Node {
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
