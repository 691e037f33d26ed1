/// Values that were asked for last, as many as there is room for.
struct RecentValues<Key: Hashable, Value> {
    /// What was asked for last, and what was before that, which goes next.
    private var (young, old): ([Key: Value], [Key: Value]) = ([:], [:])
    /// How much room the young ones take.
    private var size = 0
    /// How much room each half has.
    private let limit: Int

    /// `limit`: How much room there is, in units of the caller's choice.
    init(limit: Int) {
        self.limit = limit / 2
    }

    /// The value of a key; `cost` tells how much room it takes.
    mutating func find(_ key: Key, cost: (Value) -> Int) -> Value? {
        if let value = young[key] { return value }
        guard let value = old.removeValue(forKey: key) else { return nil }
        keep(value, for: key, cost: cost(value))
        return value
    }

    /// Keeps a value, unless it takes all the room.
    mutating func keep(_ value: Value, for key: Key, cost: Int) {
        guard cost <= limit, young[key] == nil else { return }
        if size + cost > limit { (old, young, size) = (young, [:], 0) }
        young[key] = value
        size += cost
    }

    mutating func removeAll() { (young, old, size) = ([:], [:], 0) }
}
