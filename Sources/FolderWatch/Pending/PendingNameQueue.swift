/// Pending names in the order they were first added, each once.
struct PendingNameQueue {
    private var order: [PendingName] = []
    private var position = 0
    private var waiting: Set<PendingName> = []

    var isEmpty: Bool { waiting.isEmpty }

    mutating func append(_ name: PendingName) {
        if waiting.insert(name).inserted { order.append(name) }
    }

    mutating func popFirst() -> PendingName? {
        while position < order.count {
            let name = order[position]
            position += 1
            if position == order.count {
                order.removeAll(keepingCapacity: order.count < 4_096)
                position = 0
            }
            if waiting.remove(name) != nil { return name }
        }
        return nil
    }

    /// Releases the memory of the names that were taken, once the queue is empty.
    mutating func shrink() {
        if isEmpty { removeAll() }
    }

    mutating func removeAll() {
        order = []
        position = 0
        waiting = []
    }
}
