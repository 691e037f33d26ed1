internal import Glibc

/// The accumulated running time of a library in microseconds, by which the age of its history is measured.
///
/// The system's clock may be set, or be wrong until the network provides the time; this one is monotonic. It
/// advances while the machine is running, with or without Heliograph, and stands still while it is off: that
/// duration is unknown, and keeping history for longer does no harm.
struct LibraryClock: Equatable {
    /// The age at ``moment``.
    private(set) var age: Int64 = 0
    private(set) var moment = SystemMoment()

    init(age: Int64 = 0, moment: SystemMoment = SystemMoment()) {
        (self.age, self.moment) = (age, moment)
    }

    /// Advances to a moment; an earlier one, or one of another boot, adds nothing.
    mutating func advance(to now: SystemMoment) {
        if now.boot == moment.boot {
            // A container may see other values than its host: only time that both have counted has passed for
            // certain.
            age += max(0, min(now.uptime - moment.uptime, now.boottime - moment.boottime))
        }
        moment = now
    }
}

/// A point in the running time of the machine.
package struct SystemMoment: Equatable, Sendable {
    /// The identifier of the boot: random(4).
    package var boot = ""
    /// Microseconds since the boot, according to `/proc/uptime` and to CLOCK_BOOTTIME.
    package var uptime: Int64 = 0
    package var boottime: Int64 = 0

    package init(boot: String = "", uptime: Int64 = 0, boottime: Int64 = 0) {
        (self.boot, self.uptime, self.boottime) = (boot, uptime, boottime)
    }

    /// Returns a function that returns the present moment; it opens its files once.
    package static func system() -> @Sendable () -> SystemMoment {
        let boot = firstWord(of: "/proc/sys/kernel/random/boot_id")
        let uptime = Int64((Double(firstWord(of: "/proc/uptime")) ?? 0) * 1_000_000)
        let start = microseconds()
        return {
            let now = microseconds()
            return SystemMoment(boot: boot, uptime: uptime + now - start, boottime: now)
        }
    }

    private static func microseconds() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    private static func firstWord(of path: String) -> String {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes[..<max(count, 0)].prefix { $0 > 0x20 }, as: UTF8.self)
    }
}
