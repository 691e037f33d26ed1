import Foundation
import Testing

/// A control group with a limit of memory, of whichever version this machine has.
final class MemoryGroup {
    private let directory: URL
    private let isUnified: Bool

    /// Where groups with memory are made, if we may make some.
    private static var place: (URL, isUnified: Bool)? {
        let top = URL(fileURLWithPath: "/sys/fs/cgroup")
        let old = top.appendingPathComponent("memory")
        if access("\(old.path)/memory.limit_in_bytes", W_OK) == 0 {
            return (old, false)
        }
        let given = try? String(
            contentsOfFile: "\(top.path)/cgroup.subtree_control",
            encoding: .utf8
        )
        return given?.contains("memory") == true ? (top, true) : nil
    }

    static var isPossible: Bool { (try? MemoryGroup(bytes: 1 << 30)) != nil }

    init(bytes: Int) throws {
        let (top, isUnified) = try #require(Self.place)
        self.isUnified = isUnified
        directory = top.appendingPathComponent("heliograph-\(UUID().uuidString)")
        guard mkdir(directory.path, 0o755) == 0 else { throw CocoaError(.fileWriteNoPermission) }
        try set(isUnified ? "memory.max" : "memory.limit_in_bytes", "\(bytes)")
        // What is put elsewhere takes none of it.
        try? set(
            isUnified ? "memory.swap.max" : "memory.memsw.limit_in_bytes",
            isUnified ? "0" : "\(bytes)"
        )
    }

    deinit {
        // What was in it may just be going.
        for _ in 0..<100 where rmdir(directory.path) != 0 && errno == EBUSY { usleep(20_000) }
    }

    private func set(_ name: String, _ value: String) throws {
        try Data(value.utf8).write(to: directory.appendingPathComponent(name), options: [])
    }

    /// Takes a process in, with all it starts from now on.
    func take(_ process: pid_t) throws {
        try set("cgroup.procs", "\(process)")
    }

    /// How many processes were killed in it for memory.
    var killed: Int {
        let name = isUnified ? "memory.events" : "memory.oom_control"
        let path = directory.appendingPathComponent(name)
        let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("oom_kill ") }
        return line.flatMap { Int($0.dropFirst("oom_kill ".count)) } ?? 0
    }
}
