internal import Glibc
internal import Synchronization

/// The number of bytes that the files of a cache take, kept in a file that all processes update.
///
/// Processes add to it before they write and never wait for each other. The number can therefore be too high after a
/// process was killed, and lag behind when two add at once. The next eviction corrects it.
final class CacheUsage: Sendable {
    private struct State {
        /// Bytes to add as soon as no other process holds the file.
        var pending: Int64 = 0
        var lastSeen: Int64 = 0
    }

    private let state = Mutex(State())
    private static let name = "usage"
    private static let magic: UInt64 = 0x01_65_67_61_73_75_48_89

    /// Returns the space that a picture of this many bytes takes, with its header and rounded up to a whole block.
    static func cost(_ bytes: Int) -> Int64 { Int64((bytes + 4_095) & ~4_095) }

    /// Adds bytes to the total and returns it; nil if the total is not known.
    func add(_ bytes: Int64, in directory: CacheDirectory) -> Int64? {
        withState { state in
            state.pending += bytes
            guard let file = Self.open(directory) else { return nil }
            defer { close(file) }
            guard CacheLock.take(file) else { return state.lastSeen + state.pending }
            guard let total = Self.read(file) else { return nil }
            state.lastSeen = max(0, total + state.pending)
            if state.pending != 0, Self.write(state.lastSeen, file) { state.pending = 0 }
            return state.lastSeen
        }
    }

    /// The bytes that this process has counted and not yet added to the file.
    var unwritten: Int64 { state.withLock { $0.pending } }

    /// Remembers bytes to add with the next update.
    func addLater(_ bytes: Int64) { state.withLock { $0.pending += bytes } }

    /// Returns the total, including what this process has not written yet; of a lost file, only the latter.
    func counted(in directory: CacheDirectory) -> Int64 {
        withLockedFile(directory) { file, state in (Self.read(file) ?? 0) + state.pending }
            ?? unwritten
    }

    /// Adds the difference between a total that was counted and the files that were found.
    ///
    /// The total keeps the bytes that others add in between.
    func correct(by difference: Int64, in directory: CacheDirectory) {
        _ = withLockedFile(directory) { file, state in
            let total = max(0, (Self.read(file) ?? 0) + state.pending + difference)
            if Self.write(total, file) { (state.pending, state.lastSeen) = (0, total) }
        }
    }

    /// Calls `body` as soon as no other process holds the file; returns nil if it cannot be opened or locked.
    private func withLockedFile<Result>(
        _ directory: CacheDirectory,
        _ body: (Int32, inout State) -> Result
    ) -> Result? {
        withState { state in
            guard let file = Self.open(directory) else { return nil }
            defer { close(file) }
            // Other processes hold the lock only for the length of two system calls.
            for _ in 0..<1_000 {
                if CacheLock.take(file) { return body(file, &state) }
                sched_yield()
            }
            return nil
        }
    }

    /// Lets in one thread at a time across all caches, because the locks belong to the process.
    private func withState<Result>(_ body: (inout State) -> Result) -> Result {
        CacheLock.files.withLock { _ in state.withLock { body(&$0) } }
    }

    private static func open(_ directory: CacheDirectory) -> Int32? {
        directory.openShared(name)
    }

    private static func read(_ file: Int32) -> Int64? {
        var words: [UInt64] = [0, 0]
        let count = unsafe words.withUnsafeMutableBytes { bytes in
            unsafe pread(file, bytes.baseAddress, bytes.count, 0)
        }
        guard count == 16, UInt64(littleEndian: words[0]) == magic else { return nil }
        let total = Int64(bitPattern: UInt64(littleEndian: words[1]))
        return (0...1 << 50).contains(total) ? total : nil
    }

    private static func write(_ total: Int64, _ file: Int32) -> Bool {
        let words = [magic.littleEndian, UInt64(bitPattern: total).littleEndian]
        return unsafe words.withUnsafeBytes { bytes in
            unsafe pwrite(file, bytes.baseAddress, bytes.count, 0) == bytes.count
        }
    }
}
