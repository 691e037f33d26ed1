import ArgumentParser
import Foundation
import Simulation

/// Plays the stories of a text, and prints the diary of each that ends otherwise.
struct StoryRuns {
    /// The path of the catalogue, which is made anew for each story.
    let catalogue: String

    /// Plays all stories of a file; false when one ends otherwise than it says.
    ///
    /// - Throws: ``ValidationError`` for a file without stories, or that cannot be read.
    func play(_ file: String, order: UInt64) throws -> Bool {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw ValidationError("\(file) cannot be read")
        }
        let stories = Story.all(in: text)
        guard !stories.isEmpty else {
            throw ValidationError(
                "\(file) has no story: one begins with a line such as: == a title"
            )
        }
        var isFlawless = true
        for story in stories {
            var diary: [String] = []
            do {
                try story.play(seed: order, catalogue: catalogue) { diary.append($0) }
                print("\(story): as told")
            } catch {
                isFlawless = false
                print(diary.joined(separator: "\n"))
                print("\(story), order \(order): \(error)")
            }
        }
        return isFlawless
    }
}
