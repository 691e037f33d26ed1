import FolderWatch
import Foundation
import Simulation
import TestSupport
import Testing

/// What a watcher says to somebody who reads more slowly than it writes.
struct SlowReaderTests {
    private let seed = Effort.seed

    private func entries(_ frames: some Sequence<WatchFrame>) -> Int {
        frames.reduce(0) { if case .entry = $1 { $0 + 1 } else { $0 } }
    }

    @Test func `a walk is told to be over when all of it was told, and then it is`() throws {
        var generator = SplitMix(state: seed)
        for round in 0..<300 {
            let machine = WatchedMachine(
                watching: ["/r"],
                pipe: 1 << Int32.random(in: 8...13, using: &generator),
                highWater: 1 << Int.random(in: 8...13, using: &generator)
            )
            try machine.disk.makeDirectory("/r")
            let directories = Int.random(in: 1...6, using: &generator)
            let files = Int.random(in: 1...40, using: &generator)
            for directory in 0..<directories {
                try machine.disk.makeDirectory("/r/\(directory)")
                for file in 0..<files { try machine.disk.save("/r/\(directory)/\(file).jpg") }
            }
            machine.start()
            let frames = try machine.run {
                Bool.random(using: &generator) ? Int.random(in: 0...5_000, using: &generator) : nil
            }
            let comment: Comment = "round \(round) of seed \(seed)"
            let settled = frames.indices.filter {
                if case .settled = frames[$0] { true } else { false }
            }
            #expect(settled == [frames.count - 1], comment)
            guard case .settled(1, 0)? = frames.last else {
                Issue.record("the walk has no end in \(comment)")
                continue
            }
            #expect(entries(frames) == directories * files, comment)
        }
    }

    @Test func `a flush is answered when what was before it was told`() throws {
        var generator = SplitMix(state: seed)
        for round in 0..<300 {
            let machine = WatchedMachine(
                watching: ["/r"],
                pipe: 1 << Int32.random(in: 8...12, using: &generator),
                highWater: 1 << Int.random(in: 8...12, using: &generator)
            )
            try machine.disk.makeDirectory("/r")
            machine.start()
            _ = try machine.run()
            let files = Int.random(in: 1...200, using: &generator)
            for file in 0..<files { try machine.disk.save("/r/\(file).jpg") }
            machine.take(.flush)
            let frames = try machine.run { Int.random(in: 0...2_000, using: &generator) }
            let answer = frames.firstIndex {
                if case .settled(_, flushes: 1) = $0 { true } else { false }
            }
            let before = try #require(answer, "round \(round) of seed \(seed)")
            #expect(entries(frames[..<before]) >= files, "round \(round) of seed \(seed)")
        }
    }
}
