import FolderWatch
import Kernel
import Simulation
import Testing

struct FlushTests {
    /// More names than are looked at in one turn, so that the answer comes some turns later.
    @Test(arguments: [1, 255, 256, 257, 1_000])
    func `a flush is answered after all that happened before it`(count: Int) throws {
        let machine = WatchedMachine(watching: ["/r"])
        try machine.disk.makeDirectory("/r")
        machine.start()
        _ = try machine.run()
        for number in 0..<count { try machine.disk.save("/r/\(number).jpg") }
        machine.take(.flush)
        let frames = try machine.run()
        let entries = frames.indices.filter { if case .entry = frames[$0] { true } else { false } }
        #expect(entries.count == count)
        #expect(frames.last == .settled(walks: 1, flushes: 1))
        #expect(frames.filter { $0 == .settled(walks: 1, flushes: 1) }.count == 1)
    }

    @Test func `a flush that comes when all is idle is answered at once`() throws {
        let machine = WatchedMachine(watching: ["/r"])
        machine.start()
        _ = try machine.run()
        machine.take(.flush)
        var frames: [WatchFrame] = []
        #expect(try machine.turn(&frames) == false)
        #expect(frames == [.settled(walks: 1, flushes: 1)])
    }
}
