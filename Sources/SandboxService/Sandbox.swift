internal import CSandbox
internal import CSystemCalls
internal import Glibc

/// The restrictions of a helper program, entered before it reads untrusted bytes.
package struct Sandbox {
    package var parts = SandboxParts(CommandLine.arguments)
    /// The bytes of address space beyond what is mapped on entry.
    package var memory: UInt64
    /// The seconds of processor time from then on; ``allowProcessor(_:)`` adds more.
    package var processor: UInt64
    /// The number of open descriptors.
    package var files: UInt64
    /// Whether threads may be started.
    package var allowsThreads = false

    package init(memory: UInt64, processor: UInt64, files: UInt64) {
        (self.memory, self.processor, self.files) = (memory, processor, files)
    }

    /// Enters the sandbox, which cannot be left again.
    ///
    /// - Returns: The parts that could not be applied, each with the reason, separated by commas.
    package func enter() -> String {
        redirectStandardError()
        raiseOutOfMemoryScore()
        var limits = heliograph_sandbox_limits(
            memory: memory,
            processor: processor,
            files: files,
            threads: allowsThreads ? 1 : 0
        )
        var errors: [Int32] = [0, 0, 0]
        _ = unsafe heliograph_sandbox_enter(parts.rawValue, &limits, &errors)
        let missing = zip(["limits", "landlock", "seccomp"], errors).filter { $0.1 != 0 }
        return missing.map { part, error in
            "\(part) (\(unsafe String(cString: strerror(error))))"
        }.joined(separator: ", ")
    }

    /// Allows that many seconds of processor time from now on, at most an hour in total.
    package static func allowProcessor(_ seconds: UInt64) {
        _ = heliograph_sandbox_allow_processor(seconds)
    }

    /// Redirects standard error, which would otherwise appear among the messages of the program that started this one.
    ///
    /// The files read from here on may take over this process, so nothing it prints can be trusted.
    private func redirectStandardError() {
        let nowhere = unsafe heliograph_open_at(AT_FDCWD, "/dev/null", O_WRONLY)
        guard nowhere >= 0 else { return }
        dup2(nowhere, STDERR_FILENO)
        close(nowhere)
    }

    /// Makes the kernel kill this process before the one that started it if memory runs out, because that costs only a
    /// file.
    private func raiseOutOfMemoryScore() {
        let path = "/proc/self/oom_score_adj"
        let file = unsafe heliograph_open_at(AT_FDCWD, path, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        var known = [UInt8](repeating: 0, count: 16)
        let count = unsafe read(file, &known, known.count)
        let text = String(decoding: known[..<max(count, 0)].prefix { $0 > 0x20 }, as: UTF8.self)
        // The score may have been raised further for the whole service.
        guard let adjusted = Int(text), adjusted < 500 else { return }
        _ = unsafe pwrite(file, "500", 3, 0)
    }
}
