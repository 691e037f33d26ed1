import CSystem
import Foundation
import Testing

struct ReleaseTests {
    /// Kilobytes in memory of what is mapped from files and never written.
    private func mappedCode() throws -> Int {
        let maps = try String(contentsOfFile: "/proc/self/smaps", encoding: .utf8)
        var (isCode, total) = (false, 0)
        for line in maps.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count > 1, words[0].contains("-") {
                isCode = words[1] == "r-xp" && words.last?.hasPrefix("/") == true
            } else if isCode, words.first == "Rss:" {
                total += Int(words[1]) ?? 0
            }
        }
        return total
    }

    @Test func `code that is given up leaves memory and comes back when it runs`() throws {
        // Other tests run meanwhile, and what they run comes back at once.
        let hasLeft = try (0..<100).contains { _ in
            let before = try mappedCode()
            heliograph_release_code()
            return try mappedCode() < before
        }
        #expect(hasLeft)
        // Formats a number by much of what was given up, and constants that relocation wrote.
        #expect(String(format: "%.3f", 2.5) == "2.500")
    }
}
