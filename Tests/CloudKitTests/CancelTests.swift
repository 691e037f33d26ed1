import CloudKit
import Foundation
import Synchronization
import Testing

struct CancelTests {
    /// What was called of one operation, in order.
    fileprivate final class Calls: Sendable {
        let told = Mutex<[String]>([])

        func add(_ name: String) { told.withLock { $0.append(name) } }
    }

    @Test func `an operation that is cancelled at any moment tells of its end, once`() {
        // There is no catalogue: what is not cancelled fails soon.
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("cancelled-\(UUID().uuidString).sqlite")
        let container = CKContainer(catalogueAt: file)
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 4
        let canceller = OperationQueue()
        var all: [Calls] = []
        for round in 0..<4_000 {
            let calls = Calls()
            all.append(calls)
            let operation = CKFetchRecordChangesOperation(
                recordZoneID: CKRecordZone.ID(zoneName: "zone"),
                previousServerChangeToken: nil
            )
            operation.database = container.privateCloudDatabase
            operation.fetchRecordChangesCompletionBlock = { _, _, _ in calls.add("end") }
            operation.completionBlock = { calls.add("completion") }
            queue.addOperation(operation)
            let cancelled = operation
            if round % 2 == 0 {
                canceller.addOperation { cancelled.cancel() }
            } else {
                cancelled.cancel()
            }
        }
        queue.waitUntilAllOperationsAreFinished()
        canceller.waitUntilAllOperationsAreFinished()
        // Foundation calls the completion block after an operation counts as finished.
        while all.contains(where: { $0.told.withLock { $0.count } < 2 && $0.isOpen }) {
            sched_yield()
        }
        #expect(all.allSatisfy { $0.told.withLock { $0 } == ["end", "completion"] })
    }
}

extension CancelTests.Calls {
    /// Whether the block that comes last was not called yet.
    fileprivate var isOpen: Bool { told.withLock { !$0.contains("completion") } }
}
