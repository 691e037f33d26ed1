import Catalogue
import Glibc
import TestSupport
import Testing

@testable import Indexing

@Suite struct ScheduleTests {
    @Test func `memory is given back once after five seconds without work`() {
        var schedule = Schedule(at: 0)
        func becomesIdle(_ now: Int64) -> Bool { schedule.becomesIdle(now) }
        #expect(!becomesIdle(4_999))
        #expect(schedule.next(1_000, date: 0) == 5_000)
        #expect(becomesIdle(5_000))
        #expect(!becomesIdle(60_000))
        schedule.busy(70_000)
        #expect(!becomesIdle(74_999))
        #expect(becomesIdle(75_000))
    }

    @Test(arguments: [(0.0, 2_700_000), (0.5, 3_600_000), (0.999, 4_498_200)])
    func `a re-check comes an hour later, a quarter more or less`(
        _ chance: Double,
        _ due: Int64
    ) {
        var schedule = Schedule(at: 0)
        schedule.planRescan(.every(seconds: 3_600), chance: chance, at: 1_000, date: 0)
        #expect(schedule.dueRescan(due + 999, date: .max - 1) == nil)
        #expect(schedule.dueRescan(due + 1_000, date: 0) == .changedDirectories)
    }

    @Test func `the clock has changed once it was set by more than a day, not as it goes on`() {
        let (hour, year): (Int64, Int64) = (3_600_000, 31_536_000_000_000)
        var schedule = Schedule(at: 0)
        func changed(_ now: Int64, _ date: Int64) -> Bool {
            schedule.takeClockChange(now, date: date)
        }
        #expect(!changed(0, 40 * year))
        #expect(!changed(hour, 40 * year + hour * 1_000))
        #expect(!changed(2 * hour, 40 * year + 25 * hour * 1_000))
        #expect(changed(3 * hour, 56 * year))
        #expect(!changed(4 * hour, 56 * year + hour * 1_000))
        #expect(changed(5 * hour, 40 * year))
    }

    @Test func `what an error keeps from being listed is looked for ever more rarely`() {
        var schedule = Schedule(at: 0)
        var checks: [Int64] = []
        for now in stride(from: Int64(0), to: 10 * 86_400_000, by: 1_000) {
            schedule.planErrorCheck(true, at: now)
            if schedule.takeErrorCheck(now) { checks.append(now) }
        }
        #expect(checks.prefix(4) == [5_000, 16_000, 37_000, 78_000])
        #expect((15...30).contains(checks.count))
        let now: Int64 = 10 * 86_400_000
        schedule.planErrorCheck(false, at: now)
        let isDue = schedule.takeErrorCheck(.max - 1)
        #expect(!isDue)
        schedule.planErrorCheck(true, at: now)
        let times = [4_999, 5_000, 5_001].filter { schedule.takeErrorCheck(now + $0) }
        #expect(times == [5_000])
    }

    @Test func `everything is looked at once a day, whatever the interval is`() {
        var schedule = Schedule(at: 0)
        let everyMinute = stride(from: Int64(60_000), through: 3 * 86_400_000, by: 60_000)
        let complete = everyMinute.filter { now in
            schedule.planRescan(.every(seconds: 1), chance: 0, at: now - 2_000, date: 0)
            guard schedule.dueRescan(now, date: 0) == .everything else { return false }
            schedule.willCheckEverything(now)
            return true
        }
        #expect(complete == [86_400_000, 2 * 86_400_000, 3 * 86_400_000])
        schedule.planRescan(.every(seconds: 172_800), chance: 0.5, at: 0, date: 0)
        #expect(schedule.dueRescan(5 * 86_400_000, date: 0) == .everything)
    }

    @Test func `without an interval there is none`() {
        var schedule = Schedule(at: 0)
        schedule.planRescan(.every(seconds: 1), chance: 0, at: 0, date: 0)
        schedule.planRescan(.never, chance: 0, at: 0, date: 0)
        #expect(schedule.dueRescan(.max - 1, date: .max - 1) == nil)
    }

    @Test func `a daily re-check is the next one by the clock on the wall`() {
        let seed = Effort.seed
        var random = SplitMix(state: seed)
        for _ in 0..<2_000 {
            let date = Int64.random(in: 0...4_000_000_000_000_000, using: &random)
            let minute = Int.random(in: 0..<1_440, using: &random)
            let next = RescanPlan.next(minute, after: date)
            // A day has 25 hours when clocks are put back, and a time is twice there or not at all.
            #expect(next > date && next - date <= 26 * 3_600_000_000, "seed \(seed)")
            var seconds = time_t(next / 1_000_000)
            var local = tm()
            localtime_r(&seconds, &local)
            let distance = abs(Int(local.tm_hour) * 60 + Int(local.tm_min) - minute)
            #expect(distance == 0 || distance == 60, "seed \(seed)")
        }
    }

    @Test func `a daily re-check that was slept through is late, once`() {
        var schedule = Schedule(at: 0)
        let date: Int64 = 1_700_000_000_000_000
        schedule.planRescan(.daily(minute: 180), chance: 0, at: 0, date: date)
        let due = RescanPlan.next(180, after: date)
        #expect(schedule.dueRescan(.max - 1, date: due - 1) == nil)
        // The monotonic clock stood still.
        #expect(schedule.dueRescan(0, date: due + 20_000_000_000) == .everything)
        schedule.planRescan(.daily(minute: 180), chance: 0, at: 0, date: due + 20_000_000_000)
        #expect(schedule.dueRescan(0, date: due + 21_000_000_000) == nil)
        _ = schedule.becomesIdle(5_000)
        #expect(schedule.next(0, date: due + 86_400_000_000 - 2_000_000) == 2_001)
        #expect(schedule.next(0, date: 0) == 3_600_000)
    }

    @Test func `history is pruned once an hour`() {
        var schedule = Schedule(at: 0)
        func takePruning(_ now: Int64) -> Bool { schedule.takePruning(now) }
        #expect(takePruning(10))
        #expect(!takePruning(3_600_009))
        #expect(takePruning(3_600_010))
    }

    @Test func `the size of the file is looked at once an hour, whenever history was pruned`() {
        var schedule = Schedule(at: 0)
        let pruned = schedule.takeLatePruning(7_200_000)
        let taken = [10, 3_600_009, 3_600_010].map { schedule.takeCompaction(7_200_000 + $0) }
        #expect(pruned && taken == [true, false, true])
    }

    @Test func `history is pruned an hour late where there is always work`() {
        let start: Int64 = 50_000_000
        var schedule = Schedule(at: start)
        var pruned: [Int64] = []
        for now in stride(from: start, to: start + 3 * 3_600_000, by: 4_000) {
            let (isIdle, isLate) = (schedule.becomesIdle(now), schedule.takeLatePruning(now))
            #expect(!isIdle)
            if isLate { pruned.append(now - start) }
            schedule.busy(now)
        }
        #expect(pruned == [3_600_000])
        // Without work there is nothing to be late for: a disk that sleeps is left alone.
        let (isIdle, later) = (schedule.becomesIdle(start + 4 * 3_600_000), start + 9 * 3_600_000)
        let (isLate, isDue) = (schedule.takeLatePruning(later), schedule.takePruning(later))
        #expect(isIdle && !isLate && isDue)
    }
}

@Suite struct CommitPolicyTests {
    @Test func `a first index is committed by the thousand, and else each change`() {
        var commits = CommitPolicy()
        func shouldCommit(isQuiet: Bool = false, _ indexed: Int64) -> Bool {
            commits.shouldCommit(isQuiet: isQuiet, indexed: indexed)
        }
        #expect(shouldCommit(1))
        commits.beginFirstIndex()
        #expect(!shouldCommit(20_000))
        #expect(shouldCommit(20_001))
        #expect(!shouldCommit(40_000))
        #expect(shouldCommit(isQuiet: true, 40_000))
        commits.endFirstIndex()
        #expect(shouldCommit(40_000))
    }
}

@Suite struct RootStateTests {
    @Test func `shortness of watches is told before anything else`() {
        let detail = RootState.limitDetail(needed: 10, used: 8, limit: 12)
        #expect(detail?.contains("fs.inotify.max_user_watches=24") == true)
        #expect(RootState.limitDetail(needed: 8, used: 8, limit: 8) == nil)
        let inside = RootState.limitDetail(needed: 10, used: 8, limit: 12, isOfNamespace: true)
        #expect(inside?.contains("user.max_inotify_watches=24") == true)
        let state = RootState.followed(limitDetail: detail, remoteKind: "NFS", reason: .timer)
        #expect(state == RootState(state: .degraded, reason: .watchLimit, detail: detail))
    }

    @Test func `what cannot be listed is degraded`() {
        let detail = "/srv/a cannot be listed (Permission denied)"
        let state = RootState.followed(
            limitDetail: nil,
            unlistedDetail: detail,
            remoteKind: nil,
            reason: .start
        )
        #expect(state == RootState(state: .degraded, reason: .start, detail: detail))
    }

    @Test func `what others can change unseen is degraded`() {
        let state = RootState.followed(limitDetail: nil, remoteKind: "NFS", reason: .timer)
        #expect(state.state == .degraded)
        #expect(state.reason == .timer)
        #expect(state.detail?.hasPrefix("NFS ") == true)
    }

    @Test func `all else is online`() {
        let state = RootState.followed(limitDetail: nil, remoteKind: nil, reason: .start)
        #expect(state == RootState(state: .online, reason: .start))
    }
}
