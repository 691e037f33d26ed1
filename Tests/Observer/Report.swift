import Foundation

/// What was seen, from all threads.
final class Report: @unchecked Sendable {
    // `@unchecked Sendable` is true because everything is touched with the lock held only.

    private let lock = NSLock()
    private var counts: [String: Int] = [:]
    private var faults: [String] = []

    func count(_ name: String, _ number: Int = 1) {
        lock.withLock { counts[name, default: 0] += number }
    }

    func fault(_ text: String) {
        lock.withLock { if faults.count < 20 { faults.append(text) } }
        count("faults")
    }

    var json: String {
        lock.withLock {
            var object: [String: Any] = counts
            object["said"] = faults
            let data = (try? JSONSerialization.data(withJSONObject: object)) ?? Data()
            return String(decoding: data, as: UTF8.self)
        }
    }
}
