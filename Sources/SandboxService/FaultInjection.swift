internal import CSystemCalls
internal import Glibc

/// The actions of a reader taken over by a hostile file, which tests select through the names of files.
///
/// Each must be stopped by the sandbox or the deadline, and must cost only that file.
package enum FaultInjection: String {
    case opens, connects, forks, executes, maps, writes, duplicates, loops, allocates, dies, babbles
    /// Prints to standard error, where the indexer's messages go.
    case speaks
    /// Closes the socket and keeps running; stops; answers for files it was not given.
    case hides, stops, invents
    /// Takes a tenth of a second, or two seconds, before the file is read normally.
    case dawdles, sleeps

    /// Whether this process was started for a test with faults.
    package static let isWanted = unsafe getenv("HELIOGRAPH_TEST_MISBEHAVIOUR") != nil

    /// Creates the action from a name such as `misbehave-opens.jpg`, in a process started for such a test.
    package init?(_ name: [UInt8]) {
        guard Self.isWanted else { return nil }
        let text = String(decoding: name, as: UTF8.self)
        guard text.hasPrefix("misbehave-"), let dot = text.firstIndex(of: ".") else { return nil }
        self.init(rawValue: String(text.dropFirst(10)[..<dot]))
    }

    /// Performs the action.
    ///
    /// - Parameter invented: An answer for a file that this process was not given.
    /// - Returns: What stopped the action, if anything did.
    package func act(invented: [UInt8]) -> String? {
        switch self {
        case .opens:
            return note(unsafe -heliograph_open_at(AT_FDCWD, "/etc/passwd", O_RDONLY))
        case .connects:
            return noteLast(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        case .forks:
            var process: pid_t = 0
            var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
            return note(unsafe posix_spawn(&process, "/bin/true", nil, nil, &arguments, nil))
        case .executes:
            var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
            return noteLast(unsafe execv("/bin/true", &arguments))
        case .maps:
            let code = unsafe mmap(
                nil,
                4_096,
                PROT_READ | PROT_EXEC,
                MAP_PRIVATE | MAP_ANONYMOUS,
                -1,
                0
            )
            return noteLast(unsafe code == MAP_FAILED ? -1 : 0)
        case .writes: return write()
        case .duplicates:
            var copy: Int32 = 0
            while copy >= 0 { copy = dup(STDIN_FILENO) }
            return noteLast(copy)
        case .loops: while clock() >= 0 {}
        case .allocates: return allocate()
        case .dies: abort()
        case .babbles: babble()
        case .speaks:
            let text = "\u{1B}[31mthis is no message of ours\n"
            _ = unsafe text.withCString { unsafe Glibc.write(STDERR_FILENO, $0, strlen($0)) }
        case .hides:
            close(STDIN_FILENO)
            while clock() >= 0 { usleep(1_000) }
        case .stops: raise(SIGSTOP)
        case .invents:
            _ = ParentSocket.send(invented)
        case .dawdles: usleep(100_000)
        case .sleeps: usleep(2_000_000)
        }
        return nil
    }

    private func babble() {
        let nonsense = [UInt8](repeating: 0xAB, count: 4_096)
        unsafe nonsense.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            _ = unsafe heliograph_send_descriptors(STDIN_FILENO, base, bytes.count, nil, 0, 0)
        }
    }

    private func write() -> String? {
        let file = heliograph_memory_file()
        guard file >= 0 else { return note(-file) }
        defer { close(file) }
        return noteLast(Int32(unsafe Glibc.write(file, "x", 1)))
    }

    private func allocate() -> String? {
        var taken = 0
        // Kept so that the compiler does not remove the allocations.
        var blocks: [UnsafeMutableRawPointer] = unsafe []
        while taken < 4 << 30, let block = unsafe malloc(16 << 20) {
            unsafe memset(block, 1, 16 << 20)
            unsafe blocks.append(block)
            taken += 16 << 20
        }
        defer { unsafe blocks.forEach { unsafe free($0) } }
        return taken < 4 << 30 ? "stopped: \(taken >> 20) MiB were all" : nil
    }

    private func noteLast(_ result: Int32) -> String? {
        note(result < 0 ? errno : 0)
    }

    private func note(_ error: Int32) -> String? {
        guard error > 0 else { return nil }
        return "stopped: \(self) (\(unsafe String(cString: strerror(error))))"
    }
}
