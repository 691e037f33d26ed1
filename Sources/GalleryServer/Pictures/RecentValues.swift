/// The most recently used values, as many as there is room for.
struct RecentValues<Key: Hashable, Value> {
    /// The values used recently, and those used before that, which are dropped next.
    private var (young, old): ([Key: Value], [Key: Value]) = ([:], [:])
    /// The total cost of the young values.
    private var size = 0
    /// The greatest cost of each half.
    private let limit: Int

    /// Creates an empty store; `limit` is the total cost it may hold, in units of the caller's choice.
    init(limit: Int) {
        self.limit = limit / 2
    }

    /// Returns the value of a key; `cost` returns the room it takes.
    mutating func find(_ key: Key, cost: (Value) -> Int) -> Value? {
        if let value = young[key] { return value }
        guard let value = old.removeValue(forKey: key) else { return nil }
        keep(value, for: key, cost: cost(value))
        return value
    }

    /// Keeps a value, unless it alone exceeds the limit.
    mutating func keep(_ value: Value, for key: Key, cost: Int) {
        guard cost <= limit, young[key] == nil else { return }
        if size + cost > limit { (old, young, size) = (young, [:], 0) }
        young[key] = value
        size += cost
    }

    mutating func removeAll() { (young, old, size) = ([:], [:], 0) }
}
