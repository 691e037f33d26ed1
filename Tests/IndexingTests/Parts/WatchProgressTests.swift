import Catalogue
import FolderWatch
import Testing

@testable import Indexing

@Suite struct WatchProgressTests {
    private let progress = WatchProgress(at: 0)

    private func settle(_ walks: UInt32, _ flushes: UInt32 = 0, partlyOffline: Bool = false) -> Bool
    {
        progress.settled(walks: walks, flushes: flushes, isPartlyOffline: partlyOffline)
    }

    @Test func `what nobody met is looked for after the first walk, and not after the next`() {
        #expect(!progress.hasFinishedWalk)
        #expect(!settle(0))
        #expect(settle(1))
        progress.finishWalk(at: 0)
        progress.beginWalk(.requested, at: 5)
        #expect(!settle(2))
        #expect(progress.hasFinishedWalk)
    }

    @Test func `it is looked for after each walk while a part of a root is away`() {
        _ = settle(1)
        progress.finishWalk(at: 0)
        #expect(!settle(1, partlyOffline: true))
        #expect(settle(2, partlyOffline: true))
    }

    @Test func `it is looked for once when something that was out of reach is there again`() {
        _ = settle(1)
        progress.finishWalk(at: 0)
        progress.directoryReturned()
        #expect(settle(1))
        #expect(!settle(1))
    }

    @Test func `a root that comes back in the middle of following is a walk of its own`() {
        #expect(!progress.rootReturned(at: 1))
        #expect(progress.reason == .start)
        _ = settle(1)
        progress.finishWalk(at: 0)
        #expect(progress.rootReturned(at: 7))
        #expect(progress.isWalking)
        #expect(progress.walkBegan == 7)
        #expect(progress.reason == .timer)
        #expect(!progress.rootReturned(at: 9))
        #expect(progress.walkBegan == 7)
    }

    @Test func `the end of a requested walk is reported as such, whatever else begins one`() {
        _ = settle(1)
        progress.finishWalk(at: 0)
        progress.requestWalk(.requested)
        progress.requestWalk(.timer)
        #expect(progress.rootReturned(at: 3))
        #expect(progress.reason == .timer && !progress.hasSeenAll)
        progress.beginWalk(.requested, at: 5)
        #expect(progress.reason == .requested)
        progress.beginWalk(.mounts, at: 6)
        #expect(progress.reason == .requested)
        progress.finishWalk(at: 7)
        progress.beginWalk(.mounts, at: 8)
        #expect(progress.reason == .timer)
    }

    @Test func `news make it unsettled until the watcher has told all`() {
        _ = settle(1)
        #expect(progress.isSettled)
        progress.receivedChange()
        #expect(!progress.isSettled)
    }

    @Test func `quiet is confirmed by a flush with no news before its answer`() {
        _ = settle(1)
        #expect(progress.confirmQuiet() == .needsFlush)
        #expect(progress.requestFlush() == 1)
        #expect(progress.confirmQuiet() == .pending)
        _ = settle(1, 1)
        #expect(progress.confirmQuiet() == .confirmed)
        #expect(progress.confirmQuiet() == .needsFlush)
    }

    @Test func `news before the answer ask for another flush`() {
        _ = settle(1)
        #expect(progress.confirmQuiet() == .needsFlush)
        _ = progress.requestFlush()
        progress.receivedChange()
        _ = settle(1, 1)
        #expect(progress.confirmQuiet() == .needsFlush)
    }

    @Test func `a flush of somebody else is waited for as well`() {
        let flush = progress.requestFlush()
        #expect(!progress.hasAnswered(flush))
        #expect(progress.confirmQuiet() == .pending)
        _ = settle(1, flush)
        #expect(progress.hasAnswered(flush))
    }

    @Test func `a new watcher begins anew`() {
        _ = progress.requestFlush()
        _ = settle(3, 1)
        progress.finishWalk(at: 0)
        progress.start(.helperRestarted, at: 20)
        #expect(progress.isFirstWalk)
        #expect(progress.isWalking)
        #expect(!progress.isSettled)
        #expect(!progress.hasFinishedWalk)
        #expect(progress.walkBegan == 20)
        #expect(progress.confirmQuiet() == .needsFlush)
    }

    @Test(arguments: [
        (WalkReason.start, StateReason.start), (.requested, .start), (.overflow, .overflow),
        (.mounts, .timer), (.housekeeping, .timer),
    ])
    func `the reason of a walk is the watcher's where that has one`(
        _ cause: WalkReason,
        _ expected: StateReason
    ) {
        progress.beginWalk(cause, at: 1)
        #expect(progress.reason == expected)
    }
}
