internal import CSystem
internal import Glibc
internal import MediaMetadata

/// What a reader taken over by a hostile file might do, asked for by tests through the names of
/// files: each must be stopped by the sandbox or the deadline and cost that file alone.
enum Misbehaviour: String {
    case opens, connects, forks, executes, loops, allocates, dies, babbles

    /// `misbehave-opens.jpg` and so on.
    init?(_ name: [UInt8]) {
        let text = String(decoding: name, as: UTF8.self)
        guard text.hasPrefix("misbehave-"), let dot = text.firstIndex(of: ".") else { return nil }
        self.init(rawValue: String(text.dropFirst(10)[..<dot]))
    }

    func act(_ metadata: inout FileMetadata) {
        switch self {
        case .opens: note(heliograph_open_at(AT_FDCWD, "/etc/passwd", O_RDONLY), &metadata)
        case .connects: note(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0), &metadata)
        case .forks:
            var process: pid_t = 0
            var arguments: [UnsafeMutablePointer<CChar>?] = [nil]
            note(posix_spawn(&process, "/bin/true", nil, nil, &arguments, nil), &metadata)
        case .executes:
            var arguments: [UnsafeMutablePointer<CChar>?] = [nil]
            note(execv("/bin/true", &arguments), &metadata)
        case .loops: while clock() >= 0 {}
        case .allocates: allocate(&metadata)
        case .dies: abort()
        case .babbles:
            let nonsense = [UInt8](repeating: 0xAB, count: 4_096)
            nonsense.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { return }
                _ = heliograph_send_descriptors(STDIN_FILENO, base, bytes.count, nil, 0, 0)
            }
        }
    }

    private func allocate(_ metadata: inout FileMetadata) {
        var taken = 0
        // Kept, or the compiler finds that nobody needs them.
        var blocks: [UnsafeMutableRawPointer] = []
        while taken < 4 << 30, let block = malloc(16 << 20) {
            memset(block, 1, 16 << 20)
            blocks.append(block)
            taken += 16 << 20
        }
        defer { for block in blocks { free(block) } }
        if taken < 4 << 30 { metadata.unreadableReason = "stopped: \(taken >> 20) MiB were all" }
    }

    private func note(_ result: Int32, _ metadata: inout FileMetadata) {
        if result < 0 { metadata.unreadableReason = "stopped: \(self)" }
    }
}
