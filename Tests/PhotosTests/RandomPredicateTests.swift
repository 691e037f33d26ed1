import Catalogue
import Foundation
import PhotoModel
import Photos
import TestSupport
import Testing

/// A condition with the answer that plain Swift gives, over dictionaries of numbers, texts and lists.
private indirect enum Condition {
    case number(key: String, sign: String, than: Int)
    case range(key: String, ClosedRange<Int>)
    case choice(key: String, [Int])
    case text(key: String, asked: String, part: String)
    case missing(key: String)
    case some(sign: String, than: Int)
    case every(sign: String, than: Int)
    case count(sign: String, than: Int)
    case not(Condition)
    case both(Condition, Condition)
    case either(Condition, Condition)

    private static let signs = ["==", "!=", "<", "<=", ">", ">="]

    init(depth: Int, _ generator: inout SplitMix) {
        func number() -> Int { Int.random(in: -2...3, using: &generator) }
        func pick(_ texts: [String]) -> String { texts.randomElement(using: &generator) ?? "" }
        func inner() -> Condition { Condition(depth: depth - 1, &generator) }
        let (numbers, texts, sign) = (["a", "b"], ["s", "t"], pick(Self.signs))
        switch Int.random(in: depth > 0 ? -4...7 : 0...7, using: &generator) {
        case -4, -3: self = .both(inner(), inner())
        case -2: self = .either(inner(), inner())
        case -1: self = .not(inner())
        case 0: self = .number(key: pick(numbers), sign: sign, than: number())
        case 1: self = .range(key: pick(numbers), number()...3)
        case 2: self = .choice(key: pick(numbers), [number(), number()])
        case 3:
            let asked = pick(["BEGINSWITH", "ENDSWITH", "CONTAINS", "==", "CONTAINS[c]"])
            self = .text(key: pick(texts), asked: asked, part: pick(["x", "xy", "", "Y"]))
        case 4: self = .missing(key: pick(numbers + texts + ["l"]))
        case 5: self = .some(sign: sign, than: number())
        case 6: self = .every(sign: sign, than: number())
        default: self = .count(sign: sign, than: number())
        }
    }

    var format: String {
        switch self {
        case .number(let key, let sign, let other): "\(key) \(sign) \(other)"
        case .range(let key, let ends): "\(key) BETWEEN {\(ends.lowerBound), \(ends.upperBound)}"
        case .choice(let key, let numbers):
            "\(key) IN {\(numbers.map { "\($0)" }.joined(separator: ", "))}"
        case .text(let key, let asked, let part): "\(key) \(asked) \"\(part)\""
        case .missing(let key): "\(key) == nil"
        case .some(let sign, let other): "ANY l \(sign) \(other)"
        case .every(let sign, let other): "ALL l \(sign) \(other)"
        case .count(let sign, let other): "l.@count \(sign) \(other)"
        case .not(let inner): "NOT (\(inner.format))"
        case .both(let first, let second): "(\(first.format)) AND (\(second.format))"
        case .either(let first, let second): "(\(first.format)) OR (\(second.format))"
        }
    }

    func holds(_ object: [String: Any]) -> Bool {
        let list = object["l"] as? [Int]
        switch self {
        case .number(let key, let sign, let other):
            return Self.compare(object[key] as? Int, sign, other)
        case .range(let key, let ends): return (object[key] as? Int).map(ends.contains) ?? false
        case .choice(let key, let numbers):
            return (object[key] as? Int).map(numbers.contains) ?? false
        case .text(let key, let asked, let part):
            guard let text = object[key] as? String else { return false }
            switch asked {
            case "BEGINSWITH": return text.hasPrefix(part)
            case "ENDSWITH": return text.hasSuffix(part)
            case "==": return text == part
            case "CONTAINS[c]":
                return part.isEmpty || text.lowercased().contains(part.lowercased())
            default: return part.isEmpty || text.contains(part)
            }
        case .missing(let key): return object[key] == nil
        case .some(let sign, let other):
            return list?.contains { Self.compare($0, sign, other) } ?? false
        case .every(let sign, let other):
            return list?.allSatisfy { Self.compare($0, sign, other) } ?? true
        case .count(let sign, let other): return Self.compare(list?.count, sign, other)
        case .not(let inner): return !inner.holds(object)
        case .both(let first, let second): return first.holds(object) && second.holds(object)
        case .either(let first, let second): return first.holds(object) || second.holds(object)
        }
    }

    /// Nothing is neither less nor greater than a number, but another.
    private static func compare(_ number: Int?, _ sign: String, _ other: Int) -> Bool {
        guard let number else { return sign == "!=" }
        return switch sign {
        case "==": number == other
        case "!=": number != other
        case "<": number < other
        case "<=": number <= other
        case ">": number > other
        default: number >= other
        }
    }
}

struct RandomPredicateTests {
    private static func object(_ generator: inout SplitMix) -> [String: Any] {
        func some<Value>(_ values: [Value?]) -> Value? {
            values.randomElement(using: &generator) ?? nil
        }
        var object: [String: Any] = [:]
        object["a"] = some([nil, -1, 0, 2])
        object["b"] = some([nil, 1, 3])
        object["s"] = some([nil, "", "x", "xyx", "Xy"])
        object["t"] = some([nil, "y", "axy"])
        object["l"] = some([nil, [], [0], [1, 2, 3], [-2, 3]])
        return object
    }

    @Test
    func `random conditions on random dictionaries answer as plain Swift does`() {
        let seed = Effort.seed
        var generator = SplitMix(state: seed)
        var answers = [true: 0, false: 0]
        for _ in 0..<2_000 {
            let condition = Condition(depth: 3, &generator)
            let predicate = NSPredicate(format: condition.format)
            let printed = NSPredicate(format: "\(predicate)")
            #expect(printed == predicate, "seed \(seed): \(condition.format)")
            for _ in 0..<5 {
                let object = Self.object(&generator)
                let answer = condition.holds(object)
                answers[answer, default: 0] += 1
                #expect(
                    predicate.evaluate(with: object) == answer,
                    "seed \(seed): \(condition.format) of \(object)"
                )
                #expect(printed.evaluate(with: object) == answer, "seed \(seed): \(predicate)")
            }
        }
        #expect(answers.values.allSatisfy { $0 > 500 }, "seed \(seed)")
    }
}
