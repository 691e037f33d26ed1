/// Parses the keys and indexes that follow a value, and functions.
extension PredicateParser {
    mutating func keyPath(
        from root: ExpressionSyntax,
        at start: Int
    ) throws(PredicateFormatError) -> ExpressionSyntax {
        var path = KeyPathSyntax(root: root, steps: [], isPlain: false, position: start)
        if case .path(let begun) = root { path = begun }
        let begun = path.steps.count
        while true {
            guard path.steps.count <= Self.deepest else {
                throw failure("the key path is too long")
            }
            if takeSign(".") {
                path.steps.append(try step())
            } else if takeSign("[") {
                path.steps.append(.index(try index()))
            } else {
                break
            }
        }
        guard path.steps.count > begun else { return root }
        return .path(
            KeyPathSyntax(
                root: path.root,
                steps: path.steps,
                isPlain: false,
                position: path.position
            )
        )
    }

    func keyPath(
        beginningWith step: KeyPathSyntax.Step,
        at start: Int
    ) throws(PredicateFormatError) -> ExpressionSyntax {
        .path(KeyPathSyntax(root: .subject, steps: [step], isPlain: false, position: start))
    }

    mutating func step() throws(PredicateFormatError) -> KeyPathSyntax.Step {
        let kind = token.kind
        switch kind {
        case .word(let word, _):
            advance()
            return .key(word)
        case .aggregate(let name):
            guard let aggregate = KeyPathAggregate(rawValue: name) else {
                let known = KeyPathAggregate.allCases.map { "@\($0.rawValue)" }
                throw failure("there is no @\(name); there are \(known.joined(separator: ", "))")
            }
            advance()
            return .aggregate(aggregate)
        default: throw failure("the name of a key is expected here")
        }
    }

    private mutating func index() throws(PredicateFormatError) -> KeyPathSyntax.Index {
        let index: KeyPathSyntax.Index
        if case .integer(let number) = token.kind, let position = Int(exactly: number) {
            advance()
            index = .number(position)
        } else if takeWord("FIRST") {
            index = .first
        } else if takeWord("LAST") {
            index = .last
        } else if takeWord("SIZE") {
            index = .size
        } else {
            throw failure("a number, FIRST, LAST or SIZE is expected in brackets")
        }
        guard takeSign("]") else { throw failure("] is expected") }
        return index
    }

    /// Parses a function after its opening parenthesis.
    mutating func function(_ word: String, at start: Int) throws(PredicateFormatError)
        -> ExpressionSyntax
    {
        try enter()
        defer { depth -= 1 }
        switch word.uppercased() {
        case "NOW": return try now()
        case "SUBQUERY": return try subquery(at: start)
        default: break
        }
        guard let function = PredicateFunction(rawValue: word.lowercased()) else {
            throw failure("the function \(word) is not supported", at: start)
        }
        let values = try items(until: ")")
        if let count = function.parameterCount, values.count != count {
            throw failure(
                "\(word) takes \(count == 1 ? "one value" : "\(count) values")",
                at: start
            )
        }
        return .function(function, values, at: start)
    }

    /// Parses `NOW()`, or `NOW(-86400)` with the seconds to add.
    private mutating func now() throws(PredicateFormatError) -> ExpressionSyntax {
        if takeSign(")") { return .now(0) }
        guard case .constant(.integer(let seconds)) = try value(try calculation()),
            seconds.magnitude < 1 << 40, takeSign(")")
        else { throw failure("NOW takes whole seconds, such as NOW(-86400)") }
        return .now(seconds * 1_000_000)
    }

    /// Parses `SUBQUERY(tags, $tag, $tag.name == 'x')`.
    private mutating func subquery(at start: Int) throws(PredicateFormatError) -> ExpressionSyntax {
        let collection = try value(try calculation())
        guard takeSign(","), case .variable(let name) = token.kind, !name.isEmpty else {
            throw failure("SUBQUERY takes a collection, a variable such as $x, and a condition")
        }
        advance()
        guard takeSign(",") else { throw failure(", is expected, and then a condition") }
        let position = token.position
        let inner = try condition(try disjunction(), at: position)
        guard takeSign(")") else { throw failure(") is expected") }
        return .subquery(collection, variable: name, inner, at: start)
    }
}

extension KeyPathSyntax {
    /// Parses a key path as `%K` and key-value coding write it: `a.b`, `tags.@count`; `SELF` is not a step.
    ///
    /// Returns nil for an empty name between two points, or an unknown aggregate.
    package init?(_ path: String, at position: Int = 0) {
        var steps: [Step] = []
        for name in path.split(separator: ".", omittingEmptySubsequences: false) {
            guard !name.isEmpty else { return nil }
            guard name.first == "@" else {
                steps.append(.key(String(name)))
                continue
            }
            guard let aggregate = KeyPathAggregate(rawValue: String(name.dropFirst())) else {
                return nil
            }
            steps.append(.aggregate(aggregate))
        }
        if steps.first == .key("SELF") { steps.removeFirst() }
        self.init(root: .subject, steps: steps, isPlain: false, position: position)
    }
}
