internal import TestSupport

/// What one simulation does more often than another.
struct SimulationHabits {
    let disk: SimulatedDisk.Kind
    /// Whether there is no catalogue yet.
    let beginsWithNothing: Bool
    let filesAtStart: Int
    /// Events that a watcher's queue holds.
    let mostEvents: Int
    let watchLimit: Int
    /// How often in a thousand calls a user does something in the middle of one.
    let interference: Int
    /// Microseconds that a system call takes: turns of the watcher that do a bounded piece of work end in the middle.
    let callTime: Int64
    /// Microseconds between two things that users do, at the most.
    let pause: Int
    /// How often what is picked is a user's, a watcher's, an extractor's, an indexer's step, or one of who follows.
    let weights: [Int]
    /// How often in a thousand steps each is killed, or everything is looked at.
    let watcherKills: Int
    let extractorKills: Int
    let indexerKills: Int
    let walks: Int
    let powerCuts: Int
    let unmounts: Int
    /// How often in a thousand steps disks are exchanged faster than anybody can look.
    let exchanges: Int
    /// How often in a thousand steps a part gets no turn for a while.
    let stalls: Int
    /// Whether the library lies on a disk of its own, which can be unmounted.
    let hasOwnDisk: Bool
    /// What the disk is that comes and goes below the library; nil when there is none.
    let card: SimulatedDisk.Kind?
    /// How often in a thousand steps it comes or goes.
    let cardMoves: Int
    /// Of so many reads and writes of pipes one is cut short; 0 for none.
    let interruptions: UInt64
    /// Of so many calls to file systems one fails; 0 for none.
    let errors: UInt64
    /// How often in a thousand steps all comes to rest and is compared.
    let rests: Int

    /// Whether something may happen of which nobody tells.
    var needsWalks: Bool { errors > 0 || watchLimit < 100 }

    init(_ random: inout SplitMix, onEmpty empty: SimulationHabits?) {
        func dice(_ sides: Int) -> Int { Int(random.next(upperBound: UInt64(sides))) }
        func pick<Element>(_ list: [Element]) -> Element { list[dice(list.count)] }
        let chosen: SimulatedDisk.Kind = pick([.ext4, .ext4, .ext4, .btrfs, .ext3, .exfat])
        disk = empty?.disk ?? chosen
        let isApart = dice(4) == 0
        hasOwnDisk = empty?.hasOwnDisk ?? isApart
        beginsWithNothing = dice(10) == 0
        let files = pick([0, 0, 5, 30])
        filesAtStart = empty == nil ? files : 0
        mostEvents = pick([16_384, 16_384, 16_384, 40, 8])
        watchLimit = pick([65_536, 65_536, 65_536, 65_536, 5])
        interference = pick([0, 2, 10, 50, 200])
        pause = pick([1, 1_000, 20_000, 300_000])
        let isHurried = dice(2) == 0
        weights = [1 + dice(isHurried ? 60 : 10), 1 + dice(10), 1 + dice(10), 1 + dice(10), 1]
        watcherKills = pick([0, 0, 0, 1, 5])
        extractorKills = pick([0, 0, 0, 2, 10])
        indexerKills = pick([0, 0, 0, 1, 3])
        walks = pick([0, 0, 0, 2])
        rests = pick([0, 1, 4])
        let cuts = pick([0, 0, 0, 1, 3])
        let away = pick([0, 1, 3])
        interruptions = pick([0, 0, 20, 4])
        let failures: UInt64 = pick([0, 0, 0, 0, 300, 40])
        errors = empty == nil ? failures : 0
        let kind: SimulatedDisk.Kind = pick([.exfat, .ext4, .ext3, .tmpfs])
        card = empty == nil && !hasOwnDisk && dice(4) == 0 ? kind : nil
        cardMoves = card == nil ? 0 : pick([1, 3, 6])
        stalls = pick([0, 0, 3, 20])
        callTime = pick([0, 0, 50, 1_000])
        powerCuts = empty == nil ? cuts : 0
        unmounts = empty == nil && hasOwnDisk ? away : 0
        // Without a draw of its own: what else follows from a seed is as it was.
        var other = random
        let often = [0, 0, 2, 6][Int(other.next(upperBound: UInt64(4)))]
        exchanges = empty == nil ? often : 0
    }
}

extension SimulationHabits: CustomStringConvertible {
    /// What is special about it.
    var description: String {
        var parts = ["\(disk)"]
        func add(_ text: String, _ holds: Bool) {
            if holds { parts.append(text) }
        }
        add("own disk", hasOwnDisk)
        add("stalls", stalls > 0)
        add("card", card != nil)
        add("from nothing", beginsWithNothing)
        add("queue of \(mostEvents)", mostEvents < 10_000)
        add("\(watchLimit) watches", watchLimit < 10_000)
        add("pieces", interruptions > 0)
        add("errors", errors > 0)
        add("walks", walks > 0)
        add("watcher killed", watcherKills > 0)
        add("extractors killed", extractorKills > 0)
        add("indexer killed", indexerKills > 0)
        add("power cut", powerCuts > 0)
        add("unmounted", unmounts > 0)
        add("exchanges", exchanges > 0)
        return parts.joined(separator: ", ")
    }
}
