import Glibc
import Kernel
import Simulation
import Testing

/// When the watcher asks for a turn although nothing has happened.
struct PollTimeoutTests {
    /// A machine with one watched directory `/r/a`, all of it told.
    private func idle(watchBudget: UInt32 = 0, pollSeconds: UInt32 = 60) throws -> WatchedMachine {
        let machine = WatchedMachine(
            watching: ["/r"],
            watchBudget: watchBudget,
            pollSeconds: pollSeconds
        )
        try machine.disk.makeDirectory("/r")
        try machine.disk.makeDirectory("/r/a")
        machine.start()
        _ = try machine.run()
        return machine
    }

    @Test func `with nothing to wait for there is none`() throws {
        #expect(try idle().pollTimeout == -1)
    }

    @Test func `a detached directory is given up after a second`() throws {
        let machine = try idle()
        try machine.disk.rename("/r/a", "/elsewhere")
        _ = try machine.run()
        #expect(machine.pollTimeout == 1_000)
        machine.kernel.time += 400_000
        #expect(machine.pollTimeout == 600)
    }

    @Test func `a file that nobody closes is due after a second`() throws {
        let machine = try idle()
        try machine.disk.create("/r/1.jpg")
        _ = try machine.run()
        #expect(machine.pollTimeout == 1_000)
    }

    @Test func `a name that cannot be looked at is retried after 20 milliseconds`() throws {
        let machine = try idle()
        machine.files.fail(FileName("1.jpg"), with: EIO, times: 10)
        try machine.disk.save("/r/1.jpg")
        _ = try machine.run()
        #expect(machine.pollTimeout == 20)
    }

    @Test func `a root that is gone is looked for after a second`() throws {
        let machine = try idle()
        try machine.disk.rename("/r", "/elsewhere")
        _ = try machine.run()
        #expect(machine.pollTimeout == 1_000)
    }

    @Test func `a directory without a watch is looked at when the configuration says`() throws {
        #expect(try idle(watchBudget: 1, pollSeconds: 7).pollTimeout == 7_000)
    }
}
