/// What reading one file may cost, paid by all who read it.
///
/// Time is bounded by work and not by a clock: a file costs the same on a busy machine. Whatever goes round in
/// a reader is paid for here, or is no longer than bytes that were.
package struct ReadingBudget: Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// Bytes of the file that were lent, and those that were unpacked.
        case bytes
        /// Places looked at, elements and entries gone through.
        case steps
        /// Calls to the kernel, each perhaps a seek of a disk.
        case reads
        /// Directories of tags.
        case directories
        /// Elements in each other.
        case levels
        /// Bytes of memory that libraries asked for.
        case memory
    }

    /// Many times what any file of a camera takes; together about a second.
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
    /// Where those lie that were followed.
    private var directories: [Int] = []
    /// What there was not enough of; nothing can be paid any more.
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

    /// Why reading ended before the file did; nil when it did not.
    package var reason: String? {
        exceeded.map { "reading was given up: no picture or film takes so \($0.amount)" }
    }

    /// Pays a look at so many bytes; false when there is not enough left.
    mutating func payLook(_ count: Int) -> Bool {
        paySteps(1) && Self.pay(count, .bytes, &bytes, &exceeded)
    }

    /// Pays for what goes round without a look at the file.
    mutating func paySteps(_ count: Int) -> Bool {
        Self.pay(count, .steps, &steps, &exceeded)
    }

    mutating func payRead() -> Bool {
        Self.pay(1, .reads, &reads, &exceeded)
    }

    /// Pays for a directory of tags; false also where it was followed already, for they may point at each other.
    mutating func payDirectory(_ place: Int) -> Bool {
        guard exceeded == nil, !directories.contains(place) else { return false }
        guard directories.count < Self.limit(.directories) else {
            exceeded = .directories
            return false
        }
        directories.append(place)
        return true
    }

    /// Notes that there was not enough of what is not counted here.
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
    /// Words for more of it than there is.
    fileprivate var amount: String { self == .memory ? "much memory" : "many \(rawValue)" }
}
