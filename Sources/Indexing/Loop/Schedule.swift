/// The timers of the indexer: slow re-checks of everything, becoming idle, pruning.
///
/// It reads no clock; times are milliseconds of the monotonic clock.
struct Schedule {
    private var nextRescan = Int64.max
    private var nextPrune: Int64 = 0
    private var lastBusy: Int64
    private var isIdle = false

    /// How long to wait without work before releasing memory and processes.
    private static let idleDelay: Int64 = 5_000
    private static let pruneEvery: Int64 = 3_600_000
    private static let longestWait: Int64 = 3_600_000

    init(at now: Int64) {
        lastBusy = now
    }

    /// Schedules the next re-check.
    ///
    /// `seconds`: The interval; nil for no re-checks.
    /// `chance`: A random number in `0..<1`, so that machines started together do not re-check together.
    mutating func planRescan(every seconds: Double?, chance: Double, at now: Int64) {
        nextRescan = .max
        guard let seconds else { return }
        nextRescan = now + Int64(seconds * (0.75 + chance / 2) * 1_000)
    }

    func isRescanDue(_ now: Int64) -> Bool { now >= nextRescan }

    /// Records that there is work.
    mutating func busy(_ now: Int64) { (lastBusy, isIdle) = (now, false) }

    /// Returns true once after a while without work.
    mutating func becomesIdle(_ now: Int64) -> Bool {
        guard !isIdle, now - lastBusy >= Self.idleDelay else { return false }
        isIdle = true
        return true
    }

    /// Returns whether to prune history now: true once an hour.
    mutating func takePruning(_ now: Int64) -> Bool {
        guard now >= nextPrune else { return false }
        nextPrune = now + Self.pruneEvery
        return true
    }

    /// Returns when the next timer fires.
    func next(_ now: Int64) -> Int64 {
        let next = min(nextRescan, now + Self.longestWait)
        return isIdle ? next : min(next, lastBusy + Self.idleDelay)
    }
}
