import Testing

@testable import FolderWatch

struct RootTableTests {
    private var table = RootTable([Array("/r".utf8), Array("/s".utf8)])
    private let known = TestTree()

    @Test mutating func `roots are offline until they are attached`() {
        #expect(table.nodes.isEmpty && table.node(of: 1) == nil)
        table.attach(known.root, at: 1)
        #expect(table.node(of: 1) === known.root && table.nodes.count == 1)
        #expect(table.path(of: 1) == Array("/s".utf8) && table.paths.count == 2)
        let detached = [table.detach(1), table.detach(1)]
        #expect(detached[0] === known.root && detached[1] == nil)
    }

    @Test mutating func `that a root is offline is reported once until it was online`() {
        var reported = [0, 0, 1].map { table.markOffline($0, at: 0) }
        #expect(reported == [true, false, true])
        table.attach(known.root, at: 0)
        _ = table.detach(0)
        reported = [0, 1].map { table.markOffline($0, at: 9) }
        #expect(reported == [true, false])
    }

    @Test mutating func `roots that are offline are looked for every second`() {
        table.attach(known.root, at: 0)
        _ = table.markOffline(1, at: 500)
        #expect(table.nextCheck == 1_500)
        let due = [1_499, 1_500, 1_501].map { table.takeDue($0) }
        #expect(due == [[], [1], []])
        #expect(table.nextCheck == 2_500)
    }

    @Test mutating func `a root that is offline for long is looked for less often`() {
        table.attach(known.root, at: 0)
        _ = table.markOffline(1, at: 0)
        let checks = [8_000, 80_000, 800_000, 8_000_000].map { (now: Int64) in
            _ = table.takeDue(now)
            return table.nextCheck.map { $0 - now }
        }
        #expect(checks == [1_000, 10_000, 30_000, 30_000])
        _ = table.markOffline(0, at: 9_000_000)
        #expect(table.nextCheck == 9_001_000)
    }

    @Test mutating func `there is nothing to look for when all are online`() {
        table.attach(known.root, at: 0)
        table.attach(known.root, at: 1)
        let due = table.takeDue(.max)
        #expect(table.nextCheck == nil && due.isEmpty)
    }
}
