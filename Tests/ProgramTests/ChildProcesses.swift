import Foundation

enum ChildProcesses {
    /// The processes whose parent a process is.
    ///
    /// Each process is asked for its parent: the lists of children are one for each thread, and a
    /// child goes over to another one when the thread that started it ends.
    static func of(_ parent: pid_t) -> [pid_t] {
        let line = "\nPPid:\t\(parent)\n"
        let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc")
        return (names ?? []).compactMap { pid_t($0) }.filter { process in
            let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
            return status?.contains(line) == true
        }
    }
}
