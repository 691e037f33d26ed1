internal import Synchronization

/// The patterns of `MATCHES`, compiled once, each with the work it may still cost this process.
///
/// A pattern such as `(a+)+b` takes a time for a name that doubles with each of its letters, and the names are
/// strangers'. A match takes no more than `perMatch`, and all of a pattern's together no more than its purse, which
/// quick ones fill again. One that needs more is given up for good: it fits nothing from then on, at no cost, and
/// who asked has to say so, for its answers are worth nothing.
enum PatternStore {
    /// About 50 ms; what backtracks in three places at once takes less for the longest name there can be.
    private static let perMatch: Int32 = 400
    private static let purse = 1_000.0
    private static let refill = 0.05
    /// Predicates that an app makes without end are not to fill the memory: so many patterns are kept compiled, and so
    /// many known to be those of predicates.
    private static let mostCompiled = 256
    private static let mostKnown = 1 << 16

    private struct Entry {
        var compiled: [TextOptions: RegularExpression] = [:]
        var left = purse
        var isGivenUp = false
    }

    private struct Patterns {
        var entries: [String: Entry] = [:]
        /// Those of predicates, also where nothing is kept of them any more.
        var known: Set<String> = []

        /// Does something with what is kept of a pattern; nil for one that is in no predicate.
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
    /// For patterns that are in no predicate but come from the assets, all together.
    private static let others = Mutex(Entry())
    private static let givenUp = Atomic(false)

    /// Whether any pattern was given up in this process: until then there is nothing to look for.
    static var hasGivenUp: Bool { givenUp.load(ordering: .relaxed) }

    /// Makes a pattern of a predicate known.
    ///
    /// - Returns: False for what is no regular expression.
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

    /// Whether the pattern was given up; nil stands for those that come from assets.
    static func isGivenUp(_ pattern: String?) -> Bool {
        guard hasGivenUp else { return false }
        let known = pattern.flatMap { pattern in
            patterns.withLock { $0.update(pattern, \.isGivenUp) }
        }
        return known ?? others.withLock { $0.isGivenUp }
    }

    /// Whether the pattern fits the whole text; false when it was given up.
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
    /// A pattern in it that was given up because it took too long, so that the answers of this condition count for
    /// nothing; most often nil.
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

    /// Has patterns that were given up tried again: the names that were too much may have gone.
    package static func forgivePatterns() { PatternStore.forgive() }

    /// What is to be done about a pattern that was given up.
    package static let patternCure =
        "write it without a repetition inside a repetition, such as (a+)+, or with LIKE"
}
