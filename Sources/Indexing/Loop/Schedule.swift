/// What comes with time: slow re-checks of everything, rest after work, pruning.
///
/// It asks no clock; times are milliseconds.
struct Schedule {
    private var nextRescan = Int64.max
    private var nextPrune: Int64 = 0
    private var lastBusy: Int64
    private var isResting = false

    /// Without work for so long, memory and processes are given back.
    private static let restAfter: Int64 = 5_000
    private static let pruneEvery: Int64 = 3_600_000
    private static let longestWait: Int64 = 3_600_000

    init(at now: Int64) {
        lastBusy = now
    }

    /// Plans the next re-check.
    ///
    /// `seconds`: The interval; nil for no re-checks.
    /// `chance`: From 0 up to 1: machines started together do not re-check together.
    mutating func planRescan(every seconds: Double?, chance: Double, at now: Int64) {
        nextRescan = .max
        guard let seconds else { return }
        nextRescan = now + Int64(seconds * (0.75 + chance / 2) * 1_000)
    }

    func isRescanDue(_ now: Int64) -> Bool { now >= nextRescan }

    /// There is work.
    mutating func busy(_ now: Int64) { (lastBusy, isResting) = (now, false) }

    /// Whether there has been no work for a while; true once.
    mutating func becomesIdle(_ now: Int64) -> Bool {
        guard !isResting, now - lastBusy >= Self.restAfter else { return false }
        isResting = true
        return true
    }

    /// Whether history is to be pruned; true once an hour.
    mutating func takePruning(_ now: Int64) -> Bool {
        guard now >= nextPrune else { return false }
        nextPrune = now + Self.pruneEvery
        return true
    }

    /// When something is due next.
    func next(_ now: Int64) -> Int64 {
        let next = min(nextRescan, now + Self.longestWait)
        return isResting ? next : min(next, lastBusy + Self.restAfter)
    }
}
