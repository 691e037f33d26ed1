/// The budget for reading one file, shared by all readers.
///
/// Time is limited by work and not by a clock: a file costs the same on a busy machine. Every loop in a reader is paid
/// for here, or is bounded by bytes that were.
package struct ReadingBudget: Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// Bytes of the file that were lent, and unpacked bytes.
        case bytes
        /// Places looked at, elements and entries visited.
        case steps
        /// System calls, each perhaps a seek of a disk.
        case reads
        /// Directories of tags.
        case directories
        /// Nested elements.
        case levels
        /// Bytes of memory that libraries allocated.
        case memory
    }

    /// Returns a limit many times above the cost of any camera's file; together about a second.
    package static func limit(_ kind: Kind) -> Int {
        switch kind {
        case .bytes: 64 << 20
        case .steps: 1 << 20
        case .reads: 8_192
        case .directories: 256
        case .levels: 512
        case .memory: 32 << 20
        }
    }

    private var bytes = 0
    private var steps = 0
    private var reads = 0
    /// The offsets of the directories that were followed.
    private var directories: [Int] = []
    /// The resource that ran out; after that nothing can be paid for.
    package private(set) var exceeded: Kind?

    init() {}

    package func spent(_ kind: Kind) -> Int {
        switch kind {
        case .bytes: bytes
        case .steps: steps
        case .reads: reads
        case .directories: directories.count
        case .levels, .memory: exceeded == kind ? Self.limit(kind) : 0
        }
    }

    /// The reason why reading ended before the end of the file; nil if it did not.
    package var reason: String? {
        exceeded.map { "reading was given up: no picture or film takes so \($0.amount)" }
    }

    /// Pays for reading a number of bytes; returns false if the budget is too small.
    mutating func payLook(_ count: Int) -> Bool {
        paySteps(1) && Self.pay(count, .bytes, &bytes, &exceeded)
    }

    /// Pays for loops that do not read from the file.
    mutating func paySteps(_ count: Int) -> Bool {
        Self.pay(count, .steps, &steps, &exceeded)
    }

    mutating func payRead() -> Bool {
        Self.pay(1, .reads, &reads, &exceeded)
    }

    /// Pays for a directory of tags; returns false also if it was already followed, because directories may form a
    /// cycle.
    mutating func payDirectory(_ place: Int) -> Bool {
        guard exceeded == nil, !directories.contains(place) else { return false }
        guard directories.count < Self.limit(.directories) else {
            exceeded = .directories
            return false
        }
        directories.append(place)
        return true
    }

    /// Records that a resource which is not counted here ran out.
    mutating func refuse(_ kind: Kind) {
        exceeded = exceeded ?? kind
    }

    private static func pay(
        _ count: Int,
        _ kind: Kind,
        _ spent: inout Int,
        _ exceeded: inout Kind?
    ) -> Bool {
        guard exceeded == nil else { return false }
        guard count <= limit(kind) - spent else {
            exceeded = kind
            return false
        }
        spent += count
        return true
    }
}

extension ReadingBudget.Kind {
    /// The words for an excessive amount.
    fileprivate var amount: String { self == .memory ? "much memory" : "many \(rawValue)" }
}
