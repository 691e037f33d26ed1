import CSystemCalls
import Foundation
import Testing

struct ReleaseTests {
    /// Kilobytes in memory of what is mapped from files and never written, by where it is mapped.
    private func mappedCode() throws -> [Substring: Int] {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/self/smaps"))
        let maps = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        var (place, found): (Substring?, [Substring: Int]) = (nil, [:])
        for line in maps.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count > 1, words[0].contains("-") {
                let isCode = words[1] == "r-xp" && words.last?.hasPrefix("/") == true
                place = isCode ? words[0] : nil
            } else if let place, words.first == "Rss:" {
                found[place] = Int(words[1])
            }
        }
        return found
    }

    @Test func `code that is given up leaves memory and comes back when it runs`() throws {
        let before = try mappedCode()
        heliograph_release_code()
        let after = try mappedCode()
        // What other tests run meanwhile is back at once; libraries that only began do not come back.
        let left = before.filter { after[$0.key, default: 0] < $0.value }
        #expect(!left.isEmpty)
        // Formats a number by much of what was given up, and constants that relocation wrote.
        #expect(String(format: "%.3f", 2.5) == "2.500")
    }
}
