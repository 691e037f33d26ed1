import FolderWatch
import Simulation
import Testing

/// What is left of many changes at once.
struct BurstTests {
    @Test func `memory is given back once after many names, and not after a few`() throws {
        let machine = WatchedMachine(watching: ["/r"])
        try machine.disk.makeDirectory("/r")
        machine.start()
        _ = try machine.run()
        var entries = 0
        while !machine.rest() {
            for number in 0..<64 { try machine.disk.save("/r/\(number).jpg") }
            entries += try machine.run().count { if case .entry = $0 { true } else { false } }
        }
        #expect(entries > 10_000)
        #expect(!machine.rest())
        try machine.disk.save("/r/later.jpg")
        #expect(try machine.run().contains { if case .entry = $0 { true } else { false } })
        #expect(!machine.rest())
    }
}
