public import Foundation

extension NSSortDescriptor {
    /// Sorts by the key of this name, such as `creationDate`.
    public convenience init(key: String?, ascending: Bool) {
        self.init(keyPath: \SortKeyProbe.[key ?? ""], ascending: ascending)
    }

    /// Sorts by a property that may be missing.
    public convenience init<Root, Value>(keyPath: KeyPath<Root, Value?>, ascending: Bool) {
        self.init(key: Self.name(of: keyPath), ascending: ascending)
    }

    /// The name of the key, if the descriptor has one.
    var keyName: String? {
        guard let named = keyPath as? KeyPath<SortKeyProbe, Int> else {
            return Self.name(of: keyPath)
        }
        let probe = SortKeyProbe()
        _ = probe[keyPath: named]
        return probe.asked
    }

    /// What a key path ends with, as it is written.
    private static func name(of path: AnyKeyPath) -> String? {
        "\(path)".split(separator: ".").last.map { name in
            String(name.drop { $0 == "\\" }.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
        }
    }
}

/// Is told the name that a descriptor's key path was made with.
private final class SortKeyProbe {
    private(set) var asked: String?

    subscript(name: String) -> Int {
        asked = name.isEmpty ? nil : name
        return 0
    }
}
