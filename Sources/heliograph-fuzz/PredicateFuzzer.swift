internal import PredicateFormat

/// Parses a text as a predicate: it is accepted or refused, and the description of an accepted one parses to the same
/// predicate.
enum PredicateFuzzer {
    private struct Subject: PredicateSubject {
        func value(_ key: PredicateKey) -> PredicateValue {
            switch key.kind {
            case .text: .text("IMG_0001 é.jpg")
            case .date: .date(1_700_000_000_000_000)
            default: .integer(9)
            }
        }
    }

    static func run(_ input: UnsafeRawBufferPointer) {
        let text = String(decoding: input, as: UTF8.self)
        guard let tree = try? PredicateTree(text, arguments: [.text("a"), .integer(1), .list([])])
        else { return }
        _ = tree.matches(Subject(), now: 1_800_000_000_000_000)
        _ = PredicateSQL(tree, now: 0)
        precondition((try? PredicateTree("\(tree)")) == tree)
    }
}
