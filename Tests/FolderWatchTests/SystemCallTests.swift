import Kernel
import Simulation
import Testing

/// How many system calls things cost.
struct SystemCallTests {
    private let machine = WatchedMachine(watching: ["/r"])

    init() throws {
        try machine.disk.makeDirectory("/r")
        for number in 0..<20 {
            try machine.disk.makeDirectory("/r/\(number)")
            try machine.disk.save("/r/\(number)/1.jpg")
            try machine.disk.save("/r/\(number)/1.txt")
        }
    }

    @Test func `a first walk opens a directory once and looks at each photo once`() throws {
        machine.start()
        _ = try machine.run()
        // The root is opened to be found, to be listed, and for the branch of its subdirectories.
        #expect(machine.files.opened == 20 + 3)
        #expect(machine.files.lookedAt == 20)
    }

    @Test func `names in one directory are checked with it open once`() throws {
        machine.start()
        _ = try machine.run()
        let (opened, lookedAt) = (machine.files.opened, machine.files.lookedAt)
        for number in 0..<100 { try machine.disk.save("/r/7/new\(number).jpg") }
        _ = try machine.run()
        #expect(machine.files.opened == opened + 1)
        // Once it is looked whether names are found there in another case, too.
        #expect(machine.files.lookedAt == lookedAt + 100 + 1)
    }

    @Test func `one that moves is found by one look, and none below it`() throws {
        machine.start()
        _ = try machine.run()
        let lookedAt = machine.files.lookedAt
        try machine.disk.rename("/r/7", "/r/8/moved")
        _ = try machine.run()
        // At its old name, at its new one, and in the other case of that.
        #expect(machine.files.lookedAt == lookedAt + 3)
    }

    @Test func `clutter costs nothing`() throws {
        machine.start()
        _ = try machine.run()
        let (opened, lookedAt) = (machine.files.opened, machine.files.lookedAt)
        for number in 0..<100 { try machine.disk.save("/r/7/\(number).part") }
        _ = try machine.run()
        #expect(machine.files.opened == opened && machine.files.lookedAt == lookedAt)
    }
}
