import Testing

@testable import FolderWatch

struct WalkStateTests {
    private let walk = WalkState()

    @Test func `nothing is to be reported before anything has happened`() {
        #expect(walk.isIdleReported && !walk.isWalking && walk.number == 0)
    }

    @Test func `a walk that begins during another is the same walk with a new number`() {
        walk.begin()
        walk.begin()
        walk.finish()
        #expect(walk.number == 2 && walk.finishedWalks == 1 && !walk.isWalking)
    }

    @Test func `an idle report counts the walks that are over and the flushes that came`() {
        walk.begin()
        walk.flush()
        walk.flush()
        #expect(walk.reportIdle() == .settled(walks: 0, flushes: 2))
        walk.finish()
        #expect(walk.reportIdle() == .settled(walks: 1, flushes: 2))
    }

    @Test func `a flush asks for another report although nothing happened`() {
        _ = walk.reportIdle()
        walk.flush()
        #expect(!walk.isIdleReported)
        _ = walk.reportIdle()
        #expect(walk.isIdleReported)
        walk.markBusy()
        #expect(!walk.isIdleReported)
    }

    @Test func `recovery is asked for until it begins`() {
        walk.requestRecovery()
        #expect(walk.needsRecovery)
        walk.beginRecovery()
        #expect(!walk.needsRecovery)
    }
}
