import FolderWatch
import Kernel
import Simulation
import Testing

/// What a re-check looks at when the watches have reported everything, and when they have not.
struct RecheckTests {
    /// A machine with 20 directories in `/r`, each with a photo; some time has passed since they were listed.
    private func machine(
        on kind: SimulatedDisk.Kind = .ext4,
        watchBudget: UInt32 = 0,
        settled: Bool = true
    ) throws -> WatchedMachine {
        let machine = WatchedMachine(watching: ["/r"], on: kind, watchBudget: watchBudget)
        try machine.disk.makeDirectory("/r")
        for number in 0..<20 {
            try machine.disk.makeDirectory("/r/\(number)")
            try machine.disk.makeDirectory("/r/\(number)/below")
            try machine.disk.save("/r/\(number)/1.jpg")
        }
        if settled { machine.kernel.time += 3_000_000 }
        machine.start()
        _ = try machine.run()
        return machine
    }

    /// How many directories were listed.
    private func listings(_ frames: [WatchFrame]) -> Int {
        frames.count {
            guard case .listingBegan = $0 else { return false }
            return true
        }
    }

    @Test func `what has not changed since it was listed is passed over`() throws {
        let machine = try machine()
        let lookedAt = machine.files.lookedAt
        machine.take(.recheck)
        let frames = try machine.run()
        #expect(listings(frames) == 0)
        #expect(machine.files.lookedAt == lookedAt)
        #expect(frames.contains(.settled(walks: 2, flushes: 0)))
    }

    @Test func `a command is taken whose reading is interrupted, and in pieces`() throws {
        let machine = try machine()
        for walk in 2..<22 {
            #expect(machine.writeInPieces(.recheck))
            #expect(try machine.run().contains(.settled(walks: UInt32(walk), flushes: 0)))
        }
    }

    @Test(arguments: ["/r/7/2.jpg", "/r/7/below/2.jpg"])
    func `a photo whose event was lost is found by listing its directory alone`(_ path: String)
        throws
    {
        let machine = try machine()
        try machine.disk.save(path)
        machine.dropEvents()
        machine.take(.recheck)
        let frames = try machine.run()
        #expect(listings(frames) == 1)
        #expect(frames.contains { isEntry($0, "2.jpg") })
    }

    private func isEntry(_ frame: WatchFrame, _ name: String) -> Bool {
        guard case .entry(_, _, let found) = frame else { return false }
        return found == Array(name.utf8)
    }

    @Test func `a directory that had just changed when it was listed is listed again`() throws {
        let machine = try machine(settled: false)
        machine.take(.recheck)
        #expect(listings(try machine.run()) == 41)
        machine.kernel.time += 3_000_000
        machine.take(.recheck)
        #expect(listings(try machine.run()) == 41)
        machine.take(.recheck)
        #expect(listings(try machine.run()) == 0)
    }

    @Test func `files with other links, which are written elsewhere, are looked at each time`()
        throws
    {
        let machine = try machine()
        try machine.disk.link("/r/3/1.jpg", "/elsewhere.jpg")
        try machine.disk.save("/r/3/2.jpg")
        _ = try machine.run()
        machine.kernel.time += 3_000_000
        for _ in 0..<3 {
            machine.take(.recheck)
            #expect(listings(try machine.run()) == 1)
        }
    }

    @Test func `a walk over everything lists everything, also when a re-check has begun`() throws {
        let machine = try machine()
        machine.take(.walk)
        #expect(listings(try machine.run()) == 41)
        machine.take(.recheck)
        machine.take(.walk)
        #expect(listings(try machine.run()) == 41)
        machine.take(.walk)
        machine.take(.recheck)
        #expect(listings(try machine.run()) == 41)
    }

    @Test(arguments: [WatchCommand.walkInBackground, .recheck])
    func `what nobody waits for is looked at when nobody else needs the disk`(
        _ command: WatchCommand
    ) throws {
        let machine = try machine(settled: false)
        #expect(!machine.files.looks.contains { $0.urgency == .idle })
        let before = machine.files.looks.count
        machine.take(command)
        var frames: [WatchFrame] = []
        for _ in 0..<3 { _ = try machine.turn(&frames) }
        try machine.disk.save("/r/new.jpg")
        _ = try machine.run()
        let looks = machine.files.looks[before...]
        let new = FileName(Array("new.jpg".utf8))
        #expect(looks.contains { $0.name == new && $0.urgency == .usual })
        let known = FileName(Array("1.jpg".utf8))
        #expect(looks.allSatisfy { $0.name != known || $0.urgency == .idle })
        #expect(machine.files.urgency == .usual)
        machine.take(command)
        machine.take(.walk)
        _ = try machine.run()
        #expect(machine.files.urgency == .usual)
    }

    @Test func `where times are coarse or others write everything is listed`() throws {
        let machine = try machine(on: .exfat)
        machine.take(.recheck)
        #expect(listings(try machine.run()) == 41)
    }

    @Test func `directories without a watch are listed`() throws {
        let machine = try machine(watchBudget: 10)
        machine.take(.recheck)
        #expect(listings(try machine.run()) == 31)
    }
}
