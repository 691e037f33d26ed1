public import Foundation

extension NSSortDescriptor {
    /// Sorts by the key of this name, such as `creationDate`.
    public convenience init(key: String?, ascending: Bool) {
        self.init(keyPath: \SortKeyProbe.[key ?? ""], ascending: ascending)
    }

    /// Sorts by a property that may be missing.
    public convenience init<Root, Value>(keyPath: KeyPath<Root, Value?>, ascending: Bool) {
        self.init(key: KeyPathNames.name(of: keyPath), ascending: ascending)
    }

    /// The name of the key, if the descriptor has one.
    var keyName: String? {
        guard let named = keyPath as? KeyPath<SortKeyProbe, Int> else {
            return KeyPathNames.name(of: keyPath)
        }
        let probe = SortKeyProbe()
        _ = probe[keyPath: named]
        return probe.asked
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
