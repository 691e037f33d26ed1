import Catalogue
import FolderWatch
import Kernel
import MediaMetadata
import TestSupport
import Testing

@testable import Indexing

/// A directory that is followed, on a file system that keeps inode numbers.
func followedDirectory(
    _ number: Int64,
    root: Int64 = 1,
    in tree: WatchedTree? = nil
) -> WatchedDirectory {
    let stat = DirectoryStat(device: 1, inode: 1, born: 1, volume: 1, fileSystem: 0xEF53)
    return WatchedDirectory(
        directory: number,
        inode: UInt64(number),
        born: 1,
        device: tree?.device(of: stat, volume: 1) ?? WatchedDevice(stat, volume: 1, position: 0),
        root: root,
        isUntrusted: false
    )
}

func fileStat(inode: UInt64, links: UInt32 = 1, device: UInt64 = 1) -> FileStat {
    FileStat(
        device: device,
        inode: inode,
        size: 1,
        modified: 1,
        changed: 1,
        born: 1,
        mode: 0o100644,
        links: links
    )
}

@Suite struct ObservationQueueTests {
    private let queue = ObservationQueue()

    private func observation(_ name: String, _ stat: FileStat? = nil) -> Observation {
        Observation(location: FileLocation(name), in: followedDirectory(1), stat: stat)
    }

    private func append(_ count: Int, isReady: Bool = true) {
        for number in 0..<count {
            queue.append(observation("\(number)", isReady ? nil : fileStat(inode: 1)))
        }
    }

    @Test(arguments: [
        (511, true, false, 511), (511, false, false, 0), (512, false, false, 448),
        (512, false, true, 512), (600, false, false, 536), (1, true, false, 1),
        (0, true, false, 0),
    ])
    func `what belongs together is taken together`(
        _ count: Int,
        _ isSettled: Bool,
        _ isFirstIndex: Bool,
        _ taken: Int
    ) {
        append(count)
        let batch = queue.takeBatch(isSettled: isSettled, isFirstIndex: isFirstIndex)
        #expect(batch.count == taken)
        #expect(queue.count == count - taken)
    }

    @Test func `nothing is taken that comes after a file which is being read`() {
        append(3)
        append(1, isReady: false)
        append(2)
        #expect(queue.takeBatch(isSettled: true, isFirstIndex: true).isEmpty)
        append(600)
        #expect(queue.takeBatch(isSettled: true, isFirstIndex: true).isEmpty)
    }

    @Test func `a ticket is good for one answer`() {
        let reading = observation("a", fileStat(inode: 1))
        let ticket = queue.issueTicket(for: reading)
        #expect(queue.observation(for: ticket) === reading)
        #expect(queue.redeem(ticket) === reading)
        #expect(queue.redeem(ticket) == nil)
        #expect(queue.issueTicket(for: reading) != ticket)
    }

    @Test func `a file that is not going to be read holds nothing up`() {
        let reading = observation("a", fileStat(inode: 1))
        queue.append(reading)
        queue.supersede(queue.issueTicket(for: reading))
        #expect(reading.isReady)
        #expect(queue.takeBatch(isSettled: true, isFirstIndex: false).count == 1)
    }

    @Test func `what was set aside answers for its ticket, and what came after goes on`() {
        let reading = observation("a", fileStat(inode: 1))
        let aside = observation("a", fileStat(inode: 1))
        queue.append(reading)
        let ticket = queue.issueTicket(for: reading)
        queue.setAside(ticket, as: aside)
        #expect(reading.isSuperseded)
        #expect(!aside.isSuperseded)
        #expect(queue.hasAsides)
        #expect(queue.redeem(ticket) === aside)
        #expect(!queue.hasAsides)
    }

    @Test func `what was set aside is taken together, in the order in which it was found`() {
        let asides = ["a", "b", "c"].enumerated().map {
            observation($1, fileStat(inode: UInt64($0) + 1))
        }
        let tickets = asides.map { aside in
            let reading = observation("x", aside.stat)
            queue.append(reading)
            let ticket = queue.issueTicket(for: reading)
            queue.setAside(ticket, as: aside)
            return ticket
        }
        func answer(_ index: Int, at now: Int64) {
            guard let aside = queue.redeem(tickets[index]) else { return }
            queue.hold(aside, ticket: tickets[index], at: now)
        }
        answer(1, at: 1_000)
        #expect(queue.takeAnsweredAsides(2_999).isEmpty)
        answer(0, at: 2_999)
        // One that takes long is not waited for.
        #expect(queue.takeAnsweredAsides(3_000).map(\.location) == asides[..<2].map(\.location))
        #expect(queue.hasAsides && !queue.hasAnsweredAsides)
        answer(2, at: 3_001)
        #expect(queue.takeAnsweredAsides(3_001).map(\.location) == [asides[2].location])
        #expect(!queue.hasAsides && queue.takeAnsweredAsides(9_000).isEmpty)
    }

    @Test func `what was set aside is known by its file until it is taken`() throws {
        let aside = observation("a", fileStat(inode: 7))
        let (identity, other) = (
            try #require(aside.identity),
            try #require(observation("a", fileStat(inode: 8)).identity)
        )
        let reading = observation("a", fileStat(inode: 7))
        queue.append(reading)
        let ticket = queue.issueTicket(for: reading)
        #expect(!queue.isAside(identity))
        queue.setAside(ticket, as: aside)
        #expect(queue.isAside(identity) && !queue.isAside(other))
        queue.hold(try #require(queue.redeem(ticket)), ticket: ticket, at: 0)
        #expect(queue.isAside(identity))
        #expect(queue.takeAnsweredAsides(0).count == 1)
        #expect(!queue.isAside(identity))
    }

    @Test func `it knows what is on its way, whatever comes and goes`() {
        let seed = Effort.seed
        var chance = SplitMix(state: seed)
        var (waiting, taken): ([Observation], [Observation]) = ([], [])
        for _ in 0..<5_000 {
            let name = "\(Int.random(in: 0..<6, using: &chance))"
            // As many are done as come, so that now and then all of them are.
            switch Int.random(in: 0..<5, using: &chance) {
            case 0, 1:
                let new = observation(name, Bool.random(using: &chance) ? fileStat(inode: 1) : nil)
                new.metadata = FileMetadata()
                queue.append(new)
                waiting.append(new)
            case 2:
                taken += queue.takeBatch(isSettled: true, isFirstIndex: false)
                waiting = []
            default:
                guard !taken.isEmpty else { continue }
                let first = taken.removeFirst()
                let left = (taken + waiting).count { $0.location == first.location }
                #expect(queue.complete(first) == left, "seed \(seed)")
            }
            let isThere = (taken + waiting).contains { $0.location == FileLocation(name) }
            #expect(queue.contains(FileLocation(name)) == isThere, "seed \(seed)")
            var names: [[UInt8]] = []
            queue.names(in: 1) { names.append($0) }
            let files = waiting.filter { $0.stat != nil }.map(\.location.name.bytes)
            #expect(names == files, "seed \(seed)")
        }
    }

    @Test func `a file that is on its way is named when all before it in its directory are done`() {
        queue.append(observation("a"))
        let taken = queue.takeBatch(isSettled: true, isFirstIndex: false)
        queue.append(observation("b", fileStat(inode: 1)))
        for done in taken { #expect(queue.complete(done) == 0) }
        var names: [[UInt8]] = []
        queue.names(in: 1) { names.append($0) }
        #expect(names == [Array("b".utf8)])
    }

    @Test func `a file with one name is where it was seen last`() {
        let first = observation("a", fileStat(inode: 1))
        let second = observation("b", fileStat(inode: 1))
        let linked = [
            observation("c", fileStat(inode: 2, links: 2)),
            observation("d", fileStat(inode: 2, links: 2)),
        ]
        let left = ([first, second] + linked).dropSeenElsewhere(Places(left: "abcd"))
        #expect(left.map(\.observation.location.path) == ["a"])
        #expect(first.stat == nil)
        #expect(second.stat != nil)
        #expect(linked.allSatisfy { $0.stat != nil })
    }

    @Test func `a file with one name is not where it was seen last when it has left that place`() {
        let seen = [observation("a", fileStat(inode: 1)), observation("b", fileStat(inode: 1))]
        let left = seen.dropSeenElsewhere(Places(left: "b"))
        #expect(left.map(\.observation.location.path) == ["b"])
        #expect(seen.map { $0.stat == nil } == [false, true])
    }

    @Test func `files of two disks with one number are two files, whichever are seen between them`()
    {
        let seen = [
            observation("a", fileStat(inode: 1)), observation("x", fileStat(inode: 1, device: 2)),
            observation("b", fileStat(inode: 1)), observation("y", fileStat(inode: 1, device: 2)),
        ]
        let left = seen.dropSeenElsewhere(Places(left: "ax"))
        #expect(left.map(\.observation.location.path) == ["a", "x"])
    }

    @Test(arguments: [("a", "a", true), ("b", "b", true), ("ab", "a", false)])
    func
        `a file whose directory moved is where it is, or where it was seen last if that is unknown`(
            unknown: String,
            stale: String,
            isCertain: Bool
        ) throws
    {
        let seen = [observation("a", fileStat(inode: 1)), observation("b", fileStat(inode: 1))]
        let left = seen.dropSeenElsewhere(Places(unknown: unknown))
        #expect(left.map(\.observation.location.path) == [stale])
        #expect(left.map(\.isCertain) == [isCertain])
        #expect(try #require(left.first).file.identity.inode == 1)
        #expect(seen.filter { $0.stat == nil }.map(\.location.path) == [stale])
    }

    @Test func `a file that is there in both places is in both`() {
        let both = [observation("a", fileStat(inode: 1)), observation("b", fileStat(inode: 1))]
        #expect(both.dropSeenElsewhere(Places()).isEmpty)
        #expect(both.allSatisfy { $0.stat != nil })
    }
}

/// Where files are, by the letters that they are called.
private struct Places: FilePresence {
    var left = ""
    var unknown = ""

    private func name(_ file: FileRecord) -> String { String(decoding: file.name, as: UTF8.self) }

    func isPresent(_ file: FileRecord) -> Bool { !(left + unknown).contains(name(file)) }
    func hasLeft(_ file: FileRecord) -> Bool { left.contains(name(file)) }
    func isGone(_ file: FileRecord) -> Bool { false }
}

@Suite struct RetryQueueTests {
    private let retries = RetryQueue()
    private let a = FileLocation("a")
    private let b = FileLocation("b")

    private func due(_ now: Int64) -> [String] {
        var names: [String] = []
        retries.tryDue(now) { location, _ in names.append(location.path) }
        return names.sorted()
    }

    private func held(_ now: Int64) -> [String] {
        var names: [String] = []
        retries.tryHeld(now) { location, _ in names.append(location.path) }
        return names.sorted()
    }

    @Test func `each is tried when it is due, once`() {
        retries.wait(a, Retry(stat: fileStat(inode: 1), next: 50))
        retries.wait(b, Retry(stat: fileStat(inode: 2), next: 80))
        #expect(due(49) == [])
        #expect(due(50) == ["a"])
        #expect(!retries.isEmpty)
        #expect(due(1_000) == ["b"])
        #expect(retries.isEmpty)
    }

    @Test func `a look without an event does not push aside a retry, which is newer`() {
        retries.wait(a, Retry(stat: fileStat(inode: 7), next: 50, tries: 3))
        retries.retrySoon(a, fileStat(inode: 1))
        retries.tryDue(50) { _, retry in #expect(retry.stat.inode == 7 && retry.tries == 3) }
        retries.retrySoon(a, fileStat(inode: 1))
        #expect(due(0) == ["a"])
    }

    @Test func `what is parked waits for a directory to move, and then comes at once`() {
        retries.park(a, fileStat(inode: 1))
        retries.wait(b, Retry(stat: fileStat(inode: 2), next: 500, tries: 9))
        #expect(retries.hasParked)
        #expect(due(100) == [])
        retries.directoriesMoved()
        #expect(!retries.hasParked)
        #expect(due(0) == ["a", "b"])
    }

    @Test func `nothing waits for what others hold`() {
        retries.wait(a, Retry(stat: fileStat(inode: 1), next: 10))
        retries.hold(a, Retry(stat: fileStat(inode: 1), next: 2_000, tries: 20))
        #expect(retries.isEmpty)
        #expect(retries.nextHeld == 2_000)
        #expect(held(1_999) == [])
        #expect(held(2_000) == ["a"])
        #expect(retries.nextHeld == nil)
    }

    @Test func `what a disk's error keeps from being read is tried again, each time twice as late`()
    {
        var now: Int64 = 0
        for delay: Int64 in [2_000, 4_000, 8_000, 16_000] {
            retries.holdUnread(a, fileStat(inode: 1), at: now)
            #expect(retries.nextHeld == now + delay && retries.isEmpty)
            now += delay
            #expect(held(now) == ["a"])
        }
        retries.read(a)
        retries.holdUnread(a, fileStat(inode: 1), at: now)
        #expect(retries.nextHeld == now + 2_000)
        for number in 0..<RetryQueue.mostUnread * 2 {
            retries.holdUnread(FileLocation("\(number)"), fileStat(inode: 1), at: now)
        }
        #expect(held(.max).count == RetryQueue.mostUnread)
    }

    @Test func `what was opened or has gone is not tried again`() {
        for leave in [retries.opened, retries.gone] {
            retries.hold(a, Retry(stat: fileStat(inode: 1), next: 0))
            retries.wait(a, Retry(stat: fileStat(inode: 1), next: 0))
            leave(a)
            #expect(due(9) == [])
            #expect(held(9) == [])
        }
        retries.park(a, fileStat(inode: 1))
        retries.gone(a)
        retries.directoriesMoved()
        #expect(due(9) == [])
    }

    @Test func `what is put back while it is tried is tried the next time`() {
        retries.wait(a, Retry(stat: fileStat(inode: 1), next: 0))
        var count = 0
        retries.tryDue(0) { location, retry in
            count += 1
            retries.wait(location, Retry(stat: retry.stat, next: 0, tries: retry.tries + 1))
        }
        #expect(count == 1)
        #expect(due(0) == ["a"])
    }
}
