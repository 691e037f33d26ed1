internal import CSystem
internal import Glibc
internal import MediaMetadata

/// The actions of a reader taken over by a hostile file, selected by tests through the names of files.
///
/// Each must be stopped by the sandbox or the deadline and cost that file alone.
enum FaultInjection: String {
    case opens, connects, forks, executes, maps, writes, duplicates, loops, allocates, dies, babbles
    /// Prints to standard error, where the indexer's messages go.
    case speaks
    /// Closes the socket and keeps running; stops; answers for files that it was not given.
    case hides, stops, invents
    /// Takes a tenth of a second, or two whole ones, and is read as it is.
    case dawdles, sleeps

    /// `misbehave-opens.jpg` and so on.
    init?(_ name: [UInt8]) {
        let text = String(decoding: name, as: UTF8.self)
        guard text.hasPrefix("misbehave-"), let dot = text.firstIndex(of: ".") else { return nil }
        self.init(rawValue: String(text.dropFirst(10)[..<dot]))
    }

    func act(_ metadata: inout FileMetadata) {
        switch self {
        case .opens:
            note(unsafe -heliograph_open_at(AT_FDCWD, "/etc/passwd", O_RDONLY), &metadata)
        case .connects:
            noteLast(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0), &metadata)
        case .forks:
            var process: pid_t = 0
            var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
            note(unsafe posix_spawn(&process, "/bin/true", nil, nil, &arguments, nil), &metadata)
        case .executes:
            var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
            noteLast(unsafe execv("/bin/true", &arguments), &metadata)
        case .maps:
            let code = unsafe mmap(
                nil,
                4_096,
                PROT_READ | PROT_EXEC,
                MAP_PRIVATE | MAP_ANONYMOUS,
                -1,
                0
            )
            noteLast(unsafe code == MAP_FAILED ? -1 : 0, &metadata)
        case .writes: write(&metadata)
        case .duplicates:
            var copy: Int32 = 0
            while copy >= 0 { copy = dup(STDIN_FILENO) }
            noteLast(copy, &metadata)
        case .loops: while clock() >= 0 {}
        case .allocates: allocate(&metadata)
        case .dies: abort()
        case .babbles: babble()
        case .speaks:
            let text = "\u{1B}[31mthis is no message of ours\n"
            _ = unsafe text.withCString { unsafe Glibc.write(STDERR_FILENO, $0, strlen($0)) }
        case .hides:
            close(STDIN_FILENO)
            while clock() >= 0 {}
        case .stops: raise(SIGSTOP)
        case .invents:
            var answer: [UInt8] = []
            ExtractionMessage.append(metadata, for: .max - 1, to: &answer)
            _ = send(answer)
        case .dawdles: usleep(100_000)
        case .sleeps: usleep(2_000_000)
        }
    }

    private func babble() {
        let nonsense = [UInt8](repeating: 0xAB, count: 4_096)
        unsafe nonsense.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            _ = unsafe heliograph_send_descriptors(STDIN_FILENO, base, bytes.count, nil, 0, 0)
        }
    }

    private func write(_ metadata: inout FileMetadata) {
        let file = heliograph_memory_file()
        guard file >= 0 else { return note(-file, &metadata) }
        defer { close(file) }
        noteLast(Int32(unsafe Glibc.write(file, "x", 1)), &metadata)
    }

    private func allocate(_ metadata: inout FileMetadata) {
        var taken = 0
        // Kept, or the compiler would remove the allocations.
        var blocks: [UnsafeMutableRawPointer] = unsafe []
        while taken < 4 << 30, let block = unsafe malloc(16 << 20) {
            unsafe memset(block, 1, 16 << 20)
            unsafe blocks.append(block)
            taken += 16 << 20
        }
        defer { unsafe blocks.forEach { unsafe free($0) } }
        if taken < 4 << 30 { metadata.unreadableReason = "stopped: \(taken >> 20) MiB were all" }
    }

    private func noteLast(_ result: Int32, _ metadata: inout FileMetadata) {
        note(result < 0 ? errno : 0, &metadata)
    }

    private func note(_ error: Int32, _ metadata: inout FileMetadata) {
        guard error > 0 else { return }
        metadata.unreadableReason = "stopped: \(self) (\(unsafe String(cString: strerror(error))))"
    }
}
