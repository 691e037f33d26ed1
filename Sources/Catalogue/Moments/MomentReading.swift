internal import Dispatch
internal import GRDB

/// Computes the moments of all committed assets, and checkpoints the log, on a thread and connection of its
/// own, in parallel to the other work at the end of a first index.
///
/// It is Sendable because `moments` belongs to the thread until it signals `done`, and to the creator afterwards.
final class MomentReading: @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    private var isDone = false
    private var moments: Result<[MomentRange], any Error> = .success([])

    /// Starts reading the catalogue at a path.
    init(_ path: String) {
        BackgroundThread("moments").async { [self] in
            moments = Result { try Self.read(path) }
            done.signal()
        }
    }

    /// Waits until all moments are computed.
    func finish() {
        guard !isDone else { return }
        done.wait()
        isDone = true
    }

    /// Returns the moments in order, once all are computed.
    func result() throws -> [MomentRange] {
        finish()
        return try moments.get()
    }

    private static func read(_ path: String) throws -> [MomentRange] {
        let queue = try DatabaseQueue(path: path)
        ConnectionQueues.opened(queue)
        return try queue.inDatabase { database in
            try database.execute(sql: "PRAGMA cache_size = -2000")
            let moments = try MomentClustering.moments(in: database)
            try database.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)")
            return moments
        }
    }
}

extension MomentClustering {
    /// Returns the moments of all assets in a catalogue.
    static func moments(in database: Database) throws -> [MomentRange] {
        var clustering = MomentClustering()
        var moments: [MomentRange] = []
        // Assets are read one by one in the order of the index of dates: a million would take a hundred megabytes.
        try SQLiteStatement(database, "\(Item.select) ORDER BY creationDate, listed").forEach {
            if let ended = clustering.add(Item($0)) { moments.append(ended) }
        }
        if let last = clustering.end() { moments.append(last) }
        return moments
    }
}
