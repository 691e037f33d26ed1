internal import Foundation
internal import Indexing
internal import Synchronization

/// The service manager that started this process, notified as in sd_notify(3); does nothing without one.
final class ServiceManager: Sendable {
    private let socket: Int32
    /// The manager's limit for silence, in seconds; nil if it has no watchdog.
    let watchdogSeconds: Double?
    /// Whether it is a user's service manager.
    let isOfUser: Bool
    private let report: Mutex<ServiceReport>

    /// Finds the manager in `NOTIFY_SOCKET` and `WATCHDOG_USEC`, which helpers must not inherit.
    init() {
        let environment = ProcessInfo.processInfo.environment
        let name = environment["NOTIFY_SOCKET"]
        socket = name.map(Self.connected) ?? -1
        isOfUser = socket >= 0 && name?.hasPrefix("/run/user/") == true
        let isMeant = environment["WATCHDOG_PID"].map { $0 == "\(getpid())" } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap(Double.init)
        watchdogSeconds = isMeant && socket >= 0 ? microseconds.map { $0 / 1_000_000 } : nil
        report = Mutex(ServiceReport(watchdogSeconds: watchdogSeconds))
        for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] { unsafe unsetenv(name) }
    }

    deinit {
        if socket >= 0 { close(socket) }
    }

    /// Returns a datagram socket connected to the manager's; -1 if that is not possible.
    private static func connected(to path: String) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var name = Array(path.utf8)
        // The name of an abstract socket begins with a null byte.
        if name.first == UInt8(ascii: "@") { name[0] = 0 }
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        guard !name.isEmpty, name.count < capacity else { return -1 }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
        let length = MemoryLayout<sa_family_t>.size + name.count
        let type = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let socket = Foundation.socket(AF_UNIX, type, 0)
        let status = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(socket, $0, socklen_t(length))
            }
        }
        if status == 0 { return socket }
        close(socket)
        return -1
    }

    private func send(_ lines: [String]) {
        guard socket >= 0, !lines.isEmpty else { return }
        let text = lines.joined(separator: "\n")
        _ = unsafe Foundation.send(socket, text, text.utf8.count, Int32(MSG_NOSIGNAL))
    }

    /// Reports the progress of indexing, and resets the watchdog.
    func send(_ progress: IndexingProgress) {
        guard socket >= 0 else { return }
        send(report.withLock { $0.lines(for: progress, at: monotonicSeconds()) })
    }

    /// Reports that the settings are being reloaded; the next progress report ends that.
    func notifyReloading() {
        report.withLock { $0.isReady = false }
        send(["RELOADING=1", "MONOTONIC_USEC=\(Int64(monotonicSeconds() * 1_000_000))"])
    }

    func notifyStopping() {
        send(["STOPPING=1", "STATUS=Ending after the current transaction"])
    }
}
