import Glibc
import Kernel
import Testing

@testable import FolderWatch

struct WatchAllocatorTests {
    private let known = TestTree()
    private let clock = TestClock()

    private func allocator(budget: UInt32 = 0, limit: Int = 10) -> WatchAllocator<CountingQueue> {
        let configuration = WatchConfiguration(
            roots: [],
            ignored: [],
            extensions: [],
            watchBudget: budget
        )
        return WatchAllocator(CountingQueue(limit: limit), configuration, known.tree, clock)
    }

    /// Adds directories, each with a watch for as long as there are any; returns how many have one.
    private func fill(_ allocator: WatchAllocator<CountingQueue>, count: Int) throws -> Int {
        for number in 0..<count {
            let name = FileName("\(number)")
            let stat = TestTree.stat(inode: 100 + UInt64(number))
            let node = known.tree.add(name, in: known.root, stat)
            allocator.assignWatch(try allocator.place(Int32(number), isRoot: false), to: node)
        }
        return known.tree.watchCount
    }

    @Test(arguments: [(budget: 0, watched: 8), (budget: 3, watched: 3), (budget: 12, watched: 10)])
    func `as many watches are placed as the budget, and the kernel, allow`(
        _ budget: Int,
        _ watched: Int
    ) throws {
        let allocator = allocator(budget: UInt32(budget))
        #expect(try fill(allocator, count: 15) == watched)
        #expect(known.root.children.all.filter(\.isPolled).count == 15 - watched)
    }

    @Test func `the system's limit is not read for each watch`() throws {
        let allocator = allocator(limit: 1_000)
        _ = try fill(allocator, count: 500)
        #expect(allocator.queue.log.limitReads == 1)
        allocator.becomeIdle()
        _ = try allocator.place(1, isRoot: false)
        #expect(allocator.queue.log.limitReads == 2)
    }

    @Test(arguments: [EACCES, EPERM])
    func `a directory that may not be watched is polled`(_ error: Int32) throws {
        let allocator = allocator()
        allocator.queue.log.error = error
        #expect(try allocator.place(1, isRoot: false) == -1)
    }

    @Test func `another error is the caller's`() {
        let allocator = allocator()
        allocator.queue.log.error = ENOENT
        #expect(throws: SystemError(code: ENOENT)) { try allocator.place(1, isRoot: false) }
    }

    @Test func `numbers are reported when they change`() throws {
        let allocator = allocator(budget: 2, limit: 10)
        _ = try fill(allocator, count: 1)
        // One that has no watch for another reason is none that a higher limit would help.
        #expect(allocator.takeReport() == .watchLimit(needed: 1, used: 1, limit: 10))
        #expect(allocator.takeReport() == nil)
        _ = try fill(allocator, count: 2)
        #expect(allocator.takeReport() == .watchLimit(needed: 4, used: 2, limit: 10))
        #expect(allocator.takeReport() == nil)
    }

    @Test func `directories without a watch are polled when their time has come`() throws {
        let allocator = allocator(budget: 1)
        _ = try fill(allocator, count: 3)
        #expect(allocator.nextPoll == 60_000 && !allocator.isPollDue(59_999))
        let polled = allocator.takePolled(60_000, below: [known.root])
        #expect(polled.map(\.name) == ["1", "2"].map { PackedName(Array($0.utf8)) })
        #expect(allocator.nextPoll == 120_000)
    }

    @Test func `the watch of a directory that was removed ends`() throws {
        let allocator = allocator(budget: 1)
        _ = try fill(allocator, count: 2)
        for node in known.root.children.all {
            known.tree.detach(node, at: 0)
            for removed in known.tree.remove(node) { allocator.release(removed) }
        }
        #expect(allocator.queue.log.removed == [1])
    }

    @Test func `after a reset nothing is polled and no event waits`() throws {
        let allocator = allocator(budget: 1)
        _ = try fill(allocator, count: 2)
        allocator.queue.log.events = 3
        try allocator.reset()
        #expect(allocator.nextPoll == nil && allocator.nextEvent() == nil)
        #expect(allocator.queue.log.resets == 1)
    }
}

/// Numbers watches, and takes note of what is asked of it.
private struct CountingQueue: WatchQueue {
    final class Log {
        var limitReads = 0
        var error: Int32?
        var removed: [Int32] = []
        var events = 0
        var resets = 0
    }

    let log = Log()
    private let systemLimit: Int
    private var last: Int32 = 0
    let descriptor: Int32 = -1
    let deadEntries = 0

    init(limit: Int) {
        systemLimit = limit
    }

    var limit: Int {
        log.limitReads += 1
        return systemLimit
    }

    mutating func add(_ directory: Int32, isRoot: Bool) throws(SystemError) -> Int32 {
        if let error = log.error { throw SystemError(code: error) }
        guard last < systemLimit else { throw SystemError(code: ENOSPC) }
        last += 1
        return last
    }

    mutating func becomeIdle() {}

    mutating func remove(_ watch: Int32) { log.removed.append(watch) }

    mutating func next() -> WatchEvent? {
        guard log.events > 0 else { return nil }
        log.events -= 1
        return WatchEvent(watch: 1, mask: 0, name: [])
    }

    mutating func reset() throws(SystemError) { log.resets += 1 }
}
