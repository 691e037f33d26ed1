/// Parses the operators of comparisons.
extension PredicateParser {
    mutating func takeOperator() throws(PredicateFormatError) -> (
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

    /// Parses `[c]`, `[d]` or `[cd]`; `n`, which compares texts as bytes, has no effect here.
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
