import Foundation
import MediaMetadata
import PhotoModel
import TestSupport
import Testing

/// Names of digits and words by chance, and what a naive reading of them allows.
struct RandomNameTests {
    private static let words = [
        "IMG", "DSC", "Screenshot", "photo", "signal", "WA", "Scan", "at", "Berlin", "x", "a", "f",
        "PXL", "VID", "DJI", "WhatsApp Image", "BURST", "edited", "REC", "Screen Shot", "copy", "é",
    ]
    private static let separators = ["", "", "_", "_", "-", "-", " ", ".", "(", ")", ",", "x", "+"]

    private static func number(_ random: inout SplitMix) -> String {
        let year = Int.random(in: 1_990...2_030, using: &random)
        func two(_ range: ClosedRange<Int>) -> String {
            String("0\(Int.random(in: range, using: &random))".suffix(2))
        }
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return "\(year)" + two(1...13) + two(0...32)
        case 1:
            let separator = ["-", "_", ".", " "].randomElement(using: &random) ?? "-"
            return [String(year), two(1...13), two(0...32)].joined(separator: separator)
        case 2: return two(0...25) + two(0...61) + two(0...61)
        case 3:
            return "\(year)" + two(1...12) + two(1...31) + two(0...25) + two(0...60) + two(0...60)
        case 4: return "\(Int.random(in: 900_000_000_000...2_000_000_000_000, using: &random))"
        case 5: return two(0...24) + "." + two(0...60) + "." + two(0...60)
        case 6: return "\(year)"
        default:
            let count = Int.random(in: 1...18, using: &random)
            return (0..<count).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined()
        }
    }

    private static func name(_ random: inout SplitMix) -> String {
        var name = ""
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            name += Bool.random(using: &random) ? words.randomElement(using: &random) ?? "" : ""
            name += separators.randomElement(using: &random) ?? ""
            name += number(&random)
            name += separators.randomElement(using: &random) ?? ""
        }
        return name + ".jpg"
    }

    private static let digits = try? NSRegularExpression(pattern: "[0-9]+")
    private static let epochs = try? NSRegularExpression(pattern: "(?<![0-9])[0-9]{13}(?![0-9])")
    private static let dates = try? NSRegularExpression(
        pattern: "(?=([0-9]{4})([-_.]?)([0-9]{2})([-_.]?)([0-9]{2}))"
    )

    private static func groups(_ expression: NSRegularExpression?, _ text: String) -> [[String]] {
        let whole = NSRange(text.startIndex..., in: text)
        return (expression?.matches(in: text, range: whole) ?? []).map { match in
            (0..<match.numberOfRanges).map {
                Range(match.range(at: $0), in: text).map { String(text[$0]) } ?? ""
            }
        }
    }

    /// Every day that some eight digits of a name could mean, also where they are part of others.
    private static func allowed(_ name: String) -> Set<String> {
        var days = Set(groups(dates, name).map { "\($0[1])-\($0[3])-\($0[5])" })
        for group in groups(epochs, name) {
            let seconds = (Double(group[0]) ?? 0) / 1_000
            days.insert("\(Date(timeIntervalSince1970: seconds).ISO8601Format())".prefix(10) + "")
        }
        return days
    }

    @Test
    func `no name of digits and words means a day that it does not name`() throws {
        let seed = Effort.seed
        var random = SplitMix(state: seed)
        var found = 0
        for _ in 0..<Effort.count(5_000, of: 20_000) {
            let name = Self.name(&random)
            guard let (date, _, detail) = NameDates.find(Array(name.utf8), now: NameDateTests.now)
            else { continue }
            found += 1
            let day = String("\(date)".prefix(10))
            #expect(Self.allowed(name).contains(day), "\(name): \(date), \(detail), seed \(seed)")
            #expect(day >= "1826-01-01" && day <= "2026-06-02", "\(name), seed \(seed)")
        }
        print("of 20,000 names \(found) mean a date")
        #expect(found > 1_000)
    }

    /// Numbers alone, longer or shorter than those of a date, or with such months and days.
    @Test
    func `no number that cannot be a date is one`() throws {
        let seed = Effort.seed
        var random = SplitMix(state: seed)
        for _ in 0..<Effort.count(5_000, of: 20_000) {
            let words = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                let count = [1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 15, 16].randomElement(
                    using: &random
                )
                let digits = (0..<(count ?? 1)).map { _ in Int.random(in: 0...9, using: &random) }
                return (Self.words.randomElement(using: &random) ?? "")
                    + digits.map { "\($0)" }.joined()
            }
            let name = words.joined(separator: " ") + ".jpg"
            let epoch = Self.groups(Self.epochs, name).isEmpty == false
            guard !epoch else { continue }
            let found = NameDates.find(Array(name.utf8), now: NameDateTests.now)
            #expect(found == nil, "\(name), seed \(seed)")
        }
    }
}
