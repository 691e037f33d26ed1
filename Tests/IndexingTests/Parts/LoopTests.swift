import Catalogue
import Testing

@testable import Indexing

@Suite struct ScheduleTests {
    @Test func `memory is given back once after five seconds without work`() {
        var schedule = Schedule(at: 0)
        func becomesIdle(_ now: Int64) -> Bool { schedule.becomesIdle(now) }
        #expect(!becomesIdle(4_999))
        #expect(schedule.next(1_000) == 5_000)
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
        schedule.planRescan(every: 3_600, chance: chance, at: 1_000)
        #expect(!schedule.isRescanDue(due + 999))
        #expect(schedule.isRescanDue(due + 1_000))
    }

    @Test func `without an interval there is none`() {
        var schedule = Schedule(at: 0)
        schedule.planRescan(every: 1, chance: 0, at: 0)
        schedule.planRescan(every: nil, chance: 0, at: 0)
        #expect(!schedule.isRescanDue(.max - 1))
    }

    @Test func `history is pruned once an hour`() {
        var schedule = Schedule(at: 0)
        func takePruning(_ now: Int64) -> Bool { schedule.takePruning(now) }
        #expect(takePruning(10))
        #expect(!takePruning(3_600_009))
        #expect(takePruning(3_600_010))
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
        #expect(detail?.contains("max_user_watches=24") == true)
        #expect(RootState.limitDetail(needed: 8, used: 8, limit: 8) == nil)
        let state = RootState.followed(limitDetail: detail, remoteKind: "NFS", reason: .timer)
        #expect(state == RootState(state: .degraded, reason: .watchLimit, detail: detail))
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
