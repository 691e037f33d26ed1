import Catalogue
import Testing

@testable import Indexing

@Suite struct RenameBarrierTests {
    private let library: UnwatchedLibrary
    private let queue = ObservationQueue()
    private let barrier: RenameBarrier

    init() throws {
        library = try UnwatchedLibrary()
        barrier = RenameBarrier(library.session, queue)
    }

    private func append(_ name: String, isVacant: Bool = false, isThere: Bool = true) {
        let observation = Observation(
            location: FileLocation(name),
            in: followedDirectory(1),
            stat: isThere ? fileStat(inode: 1) : nil
        )
        if isVacant { observation.vacantSince = 0 }
        queue.append(observation)
    }

    private func answer(_ flushes: UInt32) {
        _ = library.session.progress.settled(walks: 1, flushes: flushes, isPartlyOffline: false)
    }

    @Test func `a file at a known place waits until the watcher answered`() {
        #expect(barrier.isPassed())
        append("a.jpg")
        #expect(!barrier.isPassed())
        // This report was on its way before the watcher was asked.
        answer(0)
        #expect(!barrier.isPassed())
        answer(1)
        #expect(barrier.isPassed())
    }

    @Test func `a file that was opened after the watcher was asked waits for another answer`() {
        append("a.jpg")
        #expect(!barrier.isPassed())
        append("b.jpg")
        answer(1)
        #expect(!barrier.isPassed())
        answer(2)
        #expect(barrier.isPassed())
    }

    @Test func `new files and empty places wait for nothing`() {
        append("a.jpg", isVacant: true)
        append("b.jpg", isThere: false)
        #expect(barrier.isPassed())
        // The first flush that anybody requests is this one.
        #expect(library.session.requestFlush() == 1)
    }

    @Test func `a new watcher is asked again`() {
        append("a.jpg")
        #expect(!barrier.isPassed())
        library.session.progress.start(.helperRestarted, at: 0)
        barrier.watcherStarted()
        #expect(!barrier.isPassed())
        answer(1)
        #expect(barrier.isPassed())
    }
}
