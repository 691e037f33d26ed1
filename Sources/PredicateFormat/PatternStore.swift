internal import Synchronization

/// The patterns of `MATCHES`, compiled once, each with a budget of work in this process.
///
/// The time that a pattern such as `(a+)+b` takes doubles with each letter of a name, and names may come from anyone. A
/// match may take at most `perMatch`, and all matches of a pattern together at most its purse, which quick matches
/// refill. A pattern that needs more is given up for good: it matches nothing from then on, at no cost, and the caller
/// has to report it, because its results are not valid.
enum PatternStore {
    /// About 50 ms; a pattern that backtracks at three levels takes less, even for the longest possible name.
    private static let perMatch: Int32 = 400
    private static let purse = 1_000.0
    private static let refill = 0.05
    /// Limits on memory if an app creates predicates without end: the number of patterns kept compiled, and of those
    /// known to belong to predicates.
    private static let mostCompiled = 256
    private static let mostKnown = 1 << 16

    private struct Entry {
        var compiled: [TextOptions: RegularExpression] = [:]
        var left = purse
        var isGivenUp = false
    }

    private struct Patterns {
        var entries: [String: Entry] = [:]
        /// The patterns of predicates, including those whose entries were dropped.
        var known: Set<String> = []

        /// Calls `body` with the entry of a pattern; returns nil for a pattern that is in no predicate.
        mutating func update<Result>(_ pattern: String, _ body: (inout Entry) -> Result) -> Result?
        {
            if entries[pattern] == nil {
                guard known.contains(pattern) else { return nil }
                if entries.count >= mostCompiled { entries = entries.filter { $0.value.isGivenUp } }
            }
            return body(&entries[pattern, default: Entry()])
        }
    }

    private static let patterns = Mutex(Patterns())
    /// The common entry for patterns that come from the assets rather than from a predicate.
    private static let others = Mutex(Entry())
    private static let givenUp = Atomic(false)

    /// Whether any pattern was given up in this process: until then there is nothing to check.
    static var hasGivenUp: Bool { givenUp.load(ordering: .relaxed) }

    /// Registers a pattern of a predicate.
    ///
    /// - Returns: False if it is not a valid regular expression.
    static func add(_ pattern: String) -> Bool {
        guard RegularExpression(pattern) != nil else { return false }
        patterns.withLock { patterns in
            if patterns.known.count >= mostKnown { patterns.known = [] }
            patterns.known.insert(pattern)
        }
        return true
    }

    /// Gives the patterns that were given up another chance.
    static func forgive() {
        patterns.withLock { $0.entries = $0.entries.filter { !$0.value.isGivenUp } }
        others.withLock { $0 = Entry() }
        givenUp.store(false, ordering: .relaxed)
    }

    /// Whether the pattern was given up; nil stands for the patterns that come from assets.
    static func isGivenUp(_ pattern: String?) -> Bool {
        guard hasGivenUp else { return false }
        let known = pattern.flatMap { pattern in
            patterns.withLock { $0.update(pattern, \.isGivenUp) }
        }
        return known ?? others.withLock { $0.isGivenUp }
    }

    /// Whether the pattern matches the whole text; false if it was given up.
    static func fits(_ pattern: String, _ text: String, _ options: TextOptions) -> Bool {
        let answer = patterns.withLock {
            $0.update(pattern) { fits(pattern, text, options, &$0) }
        }
        return answer
            ?? others.withLock { entry in
                entry.compiled = [:]
                return fits(pattern, text, options, &entry)
            }
    }

    private static func fits(
        _ pattern: String,
        _ text: String,
        _ options: TextOptions,
        _ entry: inout Entry
    ) -> Bool {
        guard !entry.isGivenUp else { return false }
        let known = entry.compiled[options] ?? RegularExpression(pattern, options)
        guard let known else { return false }
        entry.compiled[options] = known
        let allowed = min(perMatch, Int32(entry.left))
        let (outcome, steps) = known.match(text, allowed: allowed)
        entry.left = min(entry.left - Double(steps) + refill, purse)
        if outcome == .stopped || entry.left < 1 {
            (entry.isGivenUp, entry.compiled) = (true, [:])
            givenUp.store(true, ordering: .relaxed)
        }
        return outcome == .fits && !entry.isGivenUp
    }
}

extension PredicateTree {
    /// A pattern of the condition that was given up because it took too long, so that the results are not valid;
    /// usually nil.
    package var givenUpPattern: String? {
        guard PatternStore.hasGivenUp else { return nil }
        switch self {
        case .constant: return nil
        case .not(let inner): return inner.givenUpPattern
        case .and(let parts), .or(let parts):
            return parts.lazy.compactMap(\.givenUpPattern).first
        case .comparison(_, .matches, .constant(.text(let pattern)), _):
            return PatternStore.isGivenUp(pattern) ? pattern : nil
        case .comparison(_, .matches, let term, _):
            return PatternStore.isGivenUp(nil) ? "\(term)" : nil
        case .comparison: return nil
        }
    }

    /// Gives the patterns that were given up another try: the names they took too long for may be gone.
    package static func forgivePatterns() { PatternStore.forgive() }

    /// The advice for a pattern that was given up.
    package static let patternCure =
        "write it without a repetition inside a repetition, such as (a+)+, or with LIKE"
}
