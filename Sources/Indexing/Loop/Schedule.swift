/// The timers of the indexer: slow re-checks of everything, becoming idle, pruning.
///
/// It reads no clock; times are milliseconds of the monotonic clock, dates microseconds since 1970.
struct Schedule {
    private var nextRescan = Int64.max
    /// The date of the next re-check of a daily plan.
    private var nextDaily = Int64.max
    /// The time from which on the next re-check has to cover everything.
    private var nextComplete: Int64
    /// When to check again the directories that a disk error kept from being listed.
    private var nextErrorCheck = Int64.max
    private var errorDelay = Self.firstErrorDelay
    private var nextPrune: Int64
    /// How far the date was ahead of the monotonic clock at the last turn, in milliseconds.
    private var clockOffset: Int64?
    private var nextCompaction: Int64 = 0
    private var lastBusy: Int64
    private var isIdle = false

    /// How long to wait without work before releasing memory and processes.
    private static let idleDelay: Int64 = 5_000
    private static let pruneEvery: Int64 = 3_600_000
    private static let longestWait: Int64 = 3_600_000

    private static let completeEvery: Int64 = 86_400_000
    /// Doubled each time: an error may be over in a moment, and a bad disk should not be read all the time.
    private static let firstErrorDelay: Int64 = 5_000
    private static let longestErrorDelay: Int64 = 86_400_000

    init(at now: Int64) {
        lastBusy = now
        nextComplete = now + Self.completeEvery
        nextPrune = now
    }

    /// Schedules the next re-check.
    ///
    /// `chance`: A random number in `0..<1`, so that machines started together do not re-check together.
    mutating func planRescan(_ plan: RescanPlan, chance: Double, at now: Int64, date: Int64) {
        (nextRescan, nextDaily) = (.max, .max)
        switch plan {
        case .never: break
        case .every(let seconds): nextRescan = now + Int64(seconds * (0.75 + chance / 2) * 1_000)
        case .daily(let minute): nextDaily = RescanPlan.next(minute, after: date)
        }
    }

    /// Returns the re-check that is due; nil if it is too early.
    ///
    /// A daily re-check that the machine slept through is made late, not left out. Of several within a day only the
    /// first covers everything, because most of them find nothing changed.
    func dueRescan(_ now: Int64, date: Int64) -> RescanExtent? {
        guard now >= nextRescan || date >= nextDaily else { return nil }
        return nextRescan == .max || now >= nextComplete ? .everything : .changedDirectories
    }

    /// Schedules a check of the directories that an error keeps from being listed, as long as there are any.
    mutating func planErrorCheck(_ hasErrors: Bool, at now: Int64) {
        guard hasErrors else {
            (nextErrorCheck, errorDelay) = (.max, Self.firstErrorDelay)
            return
        }
        guard nextErrorCheck == .max else { return }
        nextErrorCheck = now + errorDelay
        errorDelay = min(errorDelay * 2, Self.longestErrorDelay)
    }

    /// Returns whether such a check is due.
    mutating func takeErrorCheck(_ now: Int64) -> Bool {
        guard now >= nextErrorCheck else { return false }
        nextErrorCheck = .max
        return true
    }

    /// Records that everything is about to be checked.
    mutating func willCheckEverything(_ now: Int64) { nextComplete = now + Self.completeEvery }

    /// Returns true once after the clock was set by more than a day, or the machine has slept that long.
    ///
    /// `date`: Microseconds since 1970.
    mutating func takeClockChange(_ now: Int64, date: Int64) -> Bool {
        let offset = date / 1_000 - now
        defer { clockOffset = offset }
        return clockOffset.map { abs(offset - $0) > Self.completeEvery } ?? false
    }

    /// Records that there is work.
    mutating func busy(_ now: Int64) { (lastBusy, isIdle) = (now, false) }

    /// Returns true once after a while without work.
    mutating func becomesIdle(_ now: Int64) -> Bool {
        guard !isIdle, now - lastBusy >= Self.idleDelay else { return false }
        isIdle = true
        return true
    }

    /// Returns whether to prune history, now that there is no work: true once an hour.
    mutating func takePruning(_ now: Int64) -> Bool {
        guard now >= nextPrune else { return false }
        nextPrune = now + Self.pruneEvery
        return true
    }

    /// Returns whether to prune history between two pieces of work, because for an hour there was no pause to do it in.
    ///
    /// Where a camera takes a picture every few seconds, there is always some work.
    mutating func takeLatePruning(_ now: Int64) -> Bool {
        !isIdle && now - nextPrune >= Self.pruneEvery && takePruning(now)
    }

    /// Returns whether to try compacting the catalogue's file, now that there is no work: true once an hour, in case it
    /// fails each time.
    mutating func takeCompaction(_ now: Int64) -> Bool {
        guard now >= nextCompaction else { return false }
        nextCompaction = now + Self.pruneEvery
        return true
    }

    /// Returns when the next timer fires.
    ///
    /// Clocks are set, and the monotonic one stands still while a machine sleeps, so timers that depend on a date are
    /// checked at least once an hour.
    func next(_ now: Int64, date: Int64) -> Int64 {
        let wait = nextDaily == .max ? Self.longestWait : (nextDaily - date) / 1_000 + 1
        let next = min(nextRescan, nextErrorCheck, now + min(max(wait, 0), Self.longestWait))
        return isIdle ? next : min(next, lastBusy + Self.idleDelay)
    }
}
