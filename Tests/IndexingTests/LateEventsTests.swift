import Testing

@testable import Indexing

/// Stories that end the same, whenever the indexer hears of each event and looks.
///
/// The kernel queues events one after the other; the indexer may look at a name after any of them, when more has
/// happened on the disk than it has heard of.
@Suite struct LateEventsTests {
    struct Story: CustomTestStringConvertible {
        let testDescription: String
        let steps: [String]
        /// Who each photo is at the end.
        let outcome: [String: String]
    }

    private static let exchanged = ["a.jpg": "b.jpg", "b.jpg": "a.jpg", "c.jpg": "c.jpg"]
    private static let save = ["write t.tmp", "mv t.tmp a.jpg"]
    private static let saveOther = ["write t.tmp", "mv t.tmp b.jpg"]

    private static func exchange(by name: String) -> [String] {
        ["mv a.jpg \(name)", "mv b.jpg a.jpg", "mv \(name) b.jpg"]
    }

    static let stories = [
        Story(
            testDescription: "saved and renamed",
            steps: save + ["mv a.jpg d.jpg"],
            outcome: ["d.jpg": "a.jpg", "b.jpg": "b.jpg", "c.jpg": "c.jpg"]
        ),
        Story(
            testDescription: "saved and renamed by way of no photo's name",
            steps: save + ["mv a.jpg u.tmp", "mv u.tmp d.jpg"],
            outcome: ["d.jpg": "a.jpg", "b.jpg": "b.jpg", "c.jpg": "c.jpg"]
        ),
        Story(
            testDescription: "saved and exchanged by way of a photo's name",
            steps: save + exchange(by: "t.jpg"),
            outcome: exchanged
        ),
        Story(
            testDescription: "saved and exchanged by way of no photo's name",
            steps: save + exchange(by: "u.tmp"),
            outcome: exchanged
        ),
        Story(
            testDescription: "both saved and exchanged by way of a photo's name",
            steps: save + saveOther + exchange(by: "t.jpg"),
            outcome: exchanged
        ),
        Story(
            testDescription: "both saved and exchanged by way of no photo's name",
            steps: save + saveOther + exchange(by: "u.tmp"),
            outcome: exchanged
        ),
        Story(
            testDescription: "saved and exchanged at once",
            steps: save + ["swap a.jpg b.jpg"],
            outcome: exchanged
        ),
        Story(
            testDescription: "exchanged at once and saved",
            steps: ["swap a.jpg b.jpg"] + save,
            outcome: exchanged
        ),
        Story(
            testDescription: "saved, exchanged and saved by another name",
            steps: save + exchange(by: "t.jpg") + save,
            outcome: exchanged
        ),
        Story(
            testDescription: "saved, exchanged and saved, with others",
            steps: ["write t.tmp", "mv t.tmp c.jpg"] + save + exchange(by: "t.jpg")
                + ["write t.tmp", "mv t.tmp c.jpg"] + save,
            outcome: exchanged
        ),
        Story(
            testDescription: "three go round, one of them saved",
            steps: save + ["mv a.jpg u.tmp", "mv b.jpg a.jpg", "mv c.jpg b.jpg", "mv u.tmp c.jpg"],
            outcome: ["a.jpg": "b.jpg", "b.jpg": "c.jpg", "c.jpg": "a.jpg"]
        ),
        Story(
            testDescription: "both saved and exchanged at once",
            steps: save + saveOther + ["swap a.jpg b.jpg"],
            outcome: exchanged
        ),
    ]

    @Test(arguments: stories) func `who is who does not depend on when events are heard`(
        _ story: Story
    ) throws {
        var mistakes: [String] = []
        for first in 0..<story.steps.count {
            for second in first..<story.steps.count {
                try mistakes += Play(story, lookingAfter: [first, second]).mistakes()
            }
        }
        #expect(mistakes.count == 0, "for example \(mistakes.prefix(9))")
    }
}

/// All ways in which the events of a story can be heard, if the indexer looks after two of its steps.
private struct Play {
    private let story: LateEventsTests.Story
    private let looks: [Int]

    init(_ story: LateEventsTests.Story, lookingAfter looks: [Int]) {
        (self.story, self.looks) = (story, looks)
    }

    /// The ways at whose end a photo is not who it should be.
    func mistakes() throws -> [String] {
        var mistakes: [String] = []
        for first in 0...(story.steps.count * 3) {
            for second in 0...(story.steps.count * 3) {
                let (outcome, isPossible) = try play(hearing: [first, second])
                guard isPossible else { break }
                if outcome != story.outcome {
                    mistakes.append("after \(looks), \([first, second]) heard: \(outcome)")
                }
            }
        }
        return mistakes
    }

    /// Plays the story; at each look a number of the events that wait are heard.
    ///
    /// Returns who is who at the end, and whether so many events were waiting.
    private func play(hearing counts: [Int]) throws -> ([String: String], Bool) {
        let library = MemoryLibrary()
        for (content, name) in ["a.jpg", "b.jpg", "c.jpg"].enumerated() {
            library.disk.write(name, content + 1)
        }
        try library.settle()
        let names = Dictionary(
            uniqueKeysWithValues: library.catalogue.paths.compactMap { path in
                library.catalogue.asset(at: path).map { ($0, path) }
            }
        )
        library.disk.isTold = false
        library.disk.reusesInodes = true
        for (index, step) in story.steps.enumerated() {
            perform(step, on: library.disk)
            for (look, count) in zip(looks, counts) where look == index {
                guard count <= library.disk.untoldCount else { return ([:], false) }
                library.disk.tell(count)
                try library.seeAllConfirmed()
            }
        }
        library.disk.tell()
        try library.settle()
        let outcome = library.catalogue.paths.map { path in
            (path, library.catalogue.asset(at: path).flatMap { names[$0] } ?? "new")
        }
        return (Dictionary(uniqueKeysWithValues: outcome), true)
    }

    private func perform(_ step: String, on disk: MemoryDisk) {
        let words = step.split(separator: " ").map(String.init)
        switch words[0] {
        case "write": disk.write(words[1], 100 + disk.untoldCount)
        case "swap": disk.swap(words[1], words[2])
        default: disk.move(words[1], words[2])
        }
    }
}
