import Renditions
import Synchronization
import Testing

@testable import Imaging

struct OrderQueueTests {
    private static func order(_ content: Int64?, _ priority: PictureOrder.Priority)
        -> PictureOrder
    {
        let key = content.map { ContentKey(size: $0, modified: 0, fingerprint: 0) }
        let source = PictureSource(name: [], content: key) { -1 }
        return PictureOrder(source, RenditionRequest(), priority: priority)
    }

    private static func taken(_ queue: inout OrderQueue) -> [Int64] {
        var taken: [Int64] = []
        while let next = queue.next(.background ... .first) {
            taken.append(next.order.source.content?.size ?? -1)
        }
        return taken
    }

    @Test
    func `what is urgent comes first, of equals the oldest`() {
        var queue = OrderQueue()
        let orders: [(Int64, PictureOrder.Priority)] = [
            (1, .soon), (2, .now), (3, .background), (4, .first), (5, .now), (6, .soon),
        ]
        for (content, priority) in orders { _ = queue.add(Self.order(content, priority)) { _ in } }
        let first = queue.next(.first ... .first)
        #expect(first?.order.source.content?.size == 4)
        let rest = Self.taken(&queue)
        #expect(rest == [2, 5, 1, 6, 3])
    }

    @Test
    func `an order that somebody begins to wait for moves up, and is carried out once`() {
        var queue = OrderQueue()
        _ = queue.add(Self.order(1, .soon)) { _ in }
        _ = queue.add(Self.order(2, .soon)) { _ in }
        _ = queue.add(Self.order(2, .now)) { _ in }
        #expect(queue.count == 2)
        let taken = Self.taken(&queue)
        #expect(taken == [2, 1])
    }

    @Test
    func `what nobody waits for any more is not carried out`() throws {
        var queue = OrderQueue()
        let one = queue.add(Self.order(1, .now)) { _ in }
        let other = queue.add(Self.order(1, .now)) { _ in }
        let third = queue.add(Self.order(nil, .now)) { _ in }
        let cancelled = [one, one, third].map { queue.cancel($0) != nil }
        #expect(cancelled == [true, false, true])
        let found = queue.next(.soon ... .first)
        let next = try #require(found)
        let (another, wasWaiting) = (queue.next(.soon ... .first), queue.cancel(other) != nil)
        #expect(another == nil && wasWaiting)
        let left = queue.finish(next.number)
        #expect(left.isEmpty && queue.count == 0)
        let again = queue.cancel(other)
        #expect(again == nil)
    }
}
