internal import Extraction
internal import Foundation
internal import CSystemCalls

extension Doctor {
    /// Checks the limits of inotify.
    func watches(_ library: LibraryFacts?, _ report: (Finding) -> Void) {
        guard let system = Self.limit("fs/inotify/max_user_watches") else {
            report(Finding("watches", .problem, "this kernel has no inotify"))
            return
        }
        // A user namespace, as in containers, may have a lower limit.
        let limit = min(Self.limit("user/max_inotify_watches") ?? system, system)
        let setting =
            limit < system ? "user.max_inotify_watches" : "fs.inotify.max_user_watches"
        let needed = library?.directories ?? 0
        // The watcher leaves a fifth for other programs of its user.
        let isShort = needed > limit * 4 / 5
        var text = "\(needed) needed, one for each directory, the limit is \(limit)"
        if library?.holder != nil, let used = library?.status["watchesUsed"] {
            text += ", \(used) are used"
        }
        report(
            Finding(
                "watches",
                isShort ? .problem : .ok,
                text,
                cure: isShort ? Self.raise(setting, needed * 2) : nil
            )
        )
        limits(report)
        instance(report)
    }

    /// Checks whether this user can create another inotify instance.
    private func instance(_ report: (Finding) -> Void) {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC))
        guard descriptor < 0 else {
            close(descriptor)
            return
        }
        let reason = unsafe String(cString: strerror(errno))
        let limit = Self.limit("fs/inotify/max_user_instances") ?? 0
        report(
            Finding(
                "inotify",
                .problem,
                "this user gets no instance of inotify (\(reason)): \(limit) are allowed, and programs of "
                    + "the same user hold them",
                cure: Self.raise("fs.inotify.max_user_instances", max(limit * 2, 128))
            )
        )
    }

    private func limits(_ report: (Finding) -> Void) {
        for (name, enough, consequence) in [
            ("max_user_instances", 16, "the watcher and every reader that follows need one each"),
            ("max_queued_events", 16_384, "when they do not suffice everything is re-checked"),
        ] {
            guard let value = Self.limit("fs/inotify/\(name)") else { continue }
            let isShort = value < enough
            report(
                Finding(
                    "inotify",
                    isShort ? .problem : .ok,
                    "\(name) is \(value): \(consequence)",
                    cure: isShort ? Self.raise("fs.inotify.\(name)", enough * 8) : nil
                )
            )
        }
    }

    private static func limit(_ name: String) -> Int? {
        let path = "/proc/sys/\(name)"
        return (try? String(contentsOfFile: path, encoding: .utf8)).flatMap {
            Int($0.trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }

    /// Returns the command that raises a limit now and permanently.
    private static func raise(_ name: String, _ value: Int) -> String {
        "echo \(name)=\(value) | sudo tee -a /etc/sysctl.d/60-heliograph.conf && "
            + "sudo sysctl --system"
    }

    /// Makes an extractor enter its sandbox and report the parts that could not be set up.
    func sandbox(_ report: (Finding) -> Void) {
        do {
            let missing = try FileExtraction().read(Array("x.jpg".utf8)) {
                heliograph_memory_file()
            }.missingSandbox
            guard !missing.isEmpty else {
                report(Finding("sandbox", .ok, "complete: limits, Landlock, seccomp"))
                return
            }
            report(
                Finding(
                    "sandbox",
                    .problem,
                    "the extractors are without \(missing)",
                    cure: missing.contains("landlock")
                        ? "cat /sys/kernel/security/lsm   # landlock must be there: lsm= at boot"
                        : "uname -r   # a kernel with seccomp filters is needed"
                )
            )
        } catch {
            report(Finding("sandbox", .problem, "\(error)"))
        }
    }
}
