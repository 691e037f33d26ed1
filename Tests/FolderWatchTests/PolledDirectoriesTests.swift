import Testing

@testable import FolderWatch

struct PolledDirectoriesTests {
    private var polled = PolledDirectories(everySeconds: 60)
    private let known = TestTree()

    @Test mutating func `the first directory without a watch starts the timer`() {
        #expect(polled.nextPoll == nil && !polled.isDue(.max))
        polled.add(known.root, at: 500)
        polled.add(known.root, at: 9_000)
        #expect(known.root.isPolled && polled.nextPoll == 60_500)
        #expect(!polled.isDue(60_499) && polled.isDue(60_500))
        polled.scheduleNext(isNeeded: true, at: 60_500)
        #expect(polled.nextPoll == 120_500)
        polled.scheduleNext(isNeeded: false, at: 120_500)
        #expect(polled.nextPoll == nil)
    }

    @Test mutating func `a directory is outdated unless it was listed with that modification time`()
    {
        polled.add(known.root, at: 0)
        #expect(polled.isOutdated(known.root, modified: 7))
        polled.willList(known.root, modified: 7)
        #expect(!polled.isOutdated(known.root, modified: 7))
        #expect(polled.isOutdated(known.root, modified: 6))
        polled.forget(known.root.id)
        #expect(polled.isOutdated(known.root, modified: 7))
    }

    @Test mutating func `times of directories that have a watch are not kept`() {
        polled.willList(known.root, modified: 7)
        #expect(polled.isOutdated(known.root, modified: 7))
    }

    @Test mutating func `after an overflow no directory is polled`() {
        polled.add(known.root, at: 0)
        polled.willList(known.root, modified: 7)
        polled.removeAll()
        #expect(polled.nextPoll == nil && polled.isOutdated(known.root, modified: 7))
    }
}
