internal import TestSupport

/// What one simulation does more often than another.
struct SimulationHabits {
    let disk: SimulatedDisk.Kind
    let filesAtStart: Int
    /// Events that a watcher's queue holds.
    let mostEvents: Int
    let watchLimit: Int
    /// How often in a thousand calls a user does something in the middle of one.
    let interference: Int
    /// Microseconds between two things that users do, at the most.
    let pause: Int
    /// How often what is picked is a user's, a watcher's, an extractor's, an indexer's step, or one of who follows.
    let weights: [Int]
    /// How often in a thousand steps each is killed, or everything is looked at.
    let watcherKills: Int
    let extractorKills: Int
    let indexerKills: Int
    let walks: Int
    /// How often in a thousand steps all comes to rest and is compared.
    let rests: Int

    init(_ random: inout SplitMix) {
        func dice(_ sides: Int) -> Int { Int(random.next(upperBound: UInt64(sides))) }
        func pick<Element>(_ list: [Element]) -> Element { list[dice(list.count)] }
        disk = pick([.ext4, .ext4, .ext4, .tmpfs, .ext3, .exfat])
        filesAtStart = pick([0, 0, 5, 30])
        mostEvents = pick([16_384, 16_384, 16_384, 40, 8])
        watchLimit = pick([65_536, 65_536, 65_536, 65_536, 5])
        interference = pick([0, 2, 10, 50])
        pause = pick([1, 1_000, 20_000, 300_000])
        weights = [1 + dice(10), 1 + dice(10), 1 + dice(10), 1 + dice(10), 1]
        watcherKills = pick([0, 0, 0, 1, 5])
        extractorKills = pick([0, 0, 0, 2, 10])
        indexerKills = pick([0, 0, 0, 1, 3])
        walks = pick([0, 0, 0, 2])
        rests = pick([1, 3, 10])
    }
}
