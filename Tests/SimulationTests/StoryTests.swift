import Foundation
import Simulation
import TestSupport
import Testing

/// The whole indexer on a simulated machine, through stories that are written down.
struct StoryTests {
    /// The texts beside this file.
    static let stories: [Story] = {
        let directory = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Scenarios")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        return names.sorted().flatMap { name in
            let text = try? String(contentsOf: directory.appending(path: name), encoding: .utf8)
            return Story.all(in: text ?? "")
        }
    }()

    @Test(arguments: stories)
    func `what is known at its end, in whatever order the parts get their turns`(
        _ story: Story
    ) throws {
        let memory = URL(filePath: "/dev/shm")
        let isWritable = FileManager.default.isWritableFile(atPath: memory.path)
        let directory = (isWritable ? memory : FileManager.default.temporaryDirectory)
            .appending(path: "heliograph-story-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let catalogue = directory.appending(path: "library.heliograph").path
        let orders = Effort.isFull ? Array(1...4) : [Effort.seed]
        for seed in orders {
            #expect(throws: Never.self, "\(story.title), order \(seed)") {
                try story.play(seed: seed, catalogue: catalogue)
            }
        }
    }

    @Test func `there are stories, each under a title of its own`() {
        #expect(Self.stories.count >= 20)
        #expect(Set(Self.stories.map(\.title)).count == Self.stories.count)
    }
}
