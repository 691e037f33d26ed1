package import Foundation

/// A wait that is over once nothing has moved for a minute, however long everything takes on a busy machine.
///
/// What moves are the programs that this process had started when the wait began, with those that they start: one that
/// works takes time of a processor, one that hangs does not.
package struct Patience {
    /// How long nothing may move.
    package static let seconds = 60.0

    /// A program at rest takes less, in seconds of a processor within the wait.
    private static let working = 0.5

    private var programs: Set<pid_t>?
    private var used: Double?
    private var since = ContinuousClock.now
    private var checked = ContinuousClock.now

    package init() {}

    /// Whether nothing has moved for too long.
    package mutating func isOver() -> Bool {
        let now = ContinuousClock.now
        guard checked.duration(to: now) > .seconds(5) else { return false }
        checked = now
        let table = ProcessTable()
        let watched = programs ?? table.children(of: getpid())
        programs = watched
        let used = table.processorSeconds(of: watched)
        // Less, because one has ended.
        if let before = self.used, used < before || used > before + Self.working { since = now }
        if since == now || self.used == nil { self.used = used }
        return since.duration(to: now) > .seconds(Self.seconds)
    }

    /// Waits until a condition holds, or nothing moves any more.
    ///
    /// - Parameter condition: What is looked at again every few milliseconds.
    /// - Returns: Whether the condition held in the end.
    package static func wait(until condition: () throws -> Bool) rethrows -> Bool {
        var patience = Patience()
        var pause: UInt32 = 500
        while try !condition() {
            guard !patience.isOver() else { return false }
            usleep(pause)
            pause = min(pause * 2, 10_000)
        }
        return true
    }
}

/// The processes there are, from proc(5).
private struct ProcessTable {
    private struct Entry {
        let parent: pid_t
        /// Its own time and that of the children it waited for, in ticks of the clock.
        let ticks: Int
    }

    private var entries: [pid_t: Entry] = [:]

    init() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        for process in names.compactMap({ pid_t($0) }) {
            // Its name, which comes second, is in parentheses and may have any character.
            guard
                let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
                let fields = text.split(separator: ")").last?.split(separator: " "),
                fields.count > 14, let parent = pid_t(fields[1])
            else { continue }
            entries[process] = Entry(
                parent: parent,
                ticks: fields[11...14].reduce(0) { $0 + (Int($1) ?? 0) }
            )
        }
    }

    func children(of process: pid_t) -> Set<pid_t> {
        Set(entries.filter { $0.value.parent == process }.keys)
    }

    func processorSeconds(of programs: Set<pid_t>) -> Double {
        var all = programs
        var new = programs
        while !new.isEmpty {
            new = Set(entries.filter { new.contains($0.value.parent) }.keys).subtracting(all)
            all.formUnion(new)
        }
        let ticks = all.reduce(0) { $0 + (entries[$1]?.ticks ?? 0) }
        return Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}

extension Process {
    /// Waits for it to end; one that hangs is killed.
    ///
    /// - Returns: Whether it ended by itself.
    package func endsByItself() -> Bool {
        let hasEnded = Patience.wait { !isRunning }
        if !hasEnded { kill(processIdentifier, SIGKILL) }
        waitUntilExit()
        return hasEnded
    }
}

extension FileHandle {
    /// Whether something has come to be read, or the end, within a time.
    package func isReadable(within milliseconds: Int32) -> Bool {
        var polled = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
        var status = poll(&polled, 1, milliseconds)
        while status < 0, errno == EINTR { status = poll(&polled, 1, milliseconds) }
        return status > 0
    }

    /// Whether something comes to be read, or the end, before nothing moves any more.
    package func isReadable() -> Bool {
        var patience = Patience()
        while !isReadable(within: 1_000) {
            if patience.isOver() { return false }
        }
        return true
    }

    /// What comes next; empty at the end, and when nothing comes at all.
    ///
    /// A peer that goes with something unread is an end like any other, for which `availableData` ends the process.
    package func next() -> Data {
        guard isReadable() else { return Data() }
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        var count = Glibc.read(fileDescriptor, &bytes, bytes.count)
        while count < 0, errno == EINTR { count = Glibc.read(fileDescriptor, &bytes, bytes.count) }
        return Data(bytes.prefix(max(count, 0)))
    }

    /// Everything up to the end, or until nothing more comes at all.
    package func readPatiently() -> Data {
        var all = Data()
        while case let more = next(), !more.isEmpty { all += more }
        return all
    }
}
