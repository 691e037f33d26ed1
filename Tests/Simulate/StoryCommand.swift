import Foundation
import Simulation

/// `simulate --story FILE [SEED]`: plays the stories of a text, with a diary of each that ends otherwise.
struct StoryCommand {
    let file: String
    let seed: UInt64

    init?(_ arguments: [String]) {
        guard arguments.first == "--story", arguments.count > 1 else { return nil }
        file = arguments[1]
        seed = arguments.count > 2 ? UInt64(arguments[2]) ?? 1 : 1
    }

    func run() -> Int32 {
        let catalogue = "/dev/shm/heliograph-story-\(getpid())"
        defer {
            for ending in ["", "-wal", "-shm", "-lock", "-turns"] { unlink(catalogue + ending) }
        }
        var status: Int32 = 0
        let text = try? String(contentsOfFile: file, encoding: .utf8)
        for story in Story.all(in: text ?? "") {
            var diary: [String] = []
            do {
                try story.play(seed: seed, catalogue: catalogue) { diary.append($0) }
                print("\(story): as told")
            } catch {
                status = 1
                print(diary.joined(separator: "\n"))
                print("\(story), order \(seed): \(error)")
            }
        }
        return status
    }
}
