internal import Kernel

/// The systemd service that a process belongs to.
enum SystemdUnit {
    /// Returns the command that ends a process: that of its service, if it belongs to one that would start it again or
    /// seem to have failed.
    static func stopCommand(process: String?) -> String {
        guard let process else { return "kill PROCESS" }
        let group = KernelTable.text(of: "/proc/\(process)/cgroup")
        return stopCommand(process: process, controlGroup: group)
    }

    /// `controlGroup`: The text of the process's `cgroup` file; see cgroups(7).
    static func stopCommand(process: String, controlGroup: String) -> String {
        let path = controlGroup.split(separator: "\n").last { $0.hasPrefix("0::") } ?? ""
        let parts = path.split(separator: "/").dropFirst()
        guard let unit = parts.last, unit.hasPrefix("heliograph"), unit.hasSuffix(".service") else {
            return "kill \(process)"
        }
        let isOfUser = parts.contains { $0.hasPrefix("user@") }
        return "\(isOfUser ? "systemctl --user" : "sudo systemctl") stop \(unit.dropLast(8))"
    }
}
