internal import CSystemCalls
internal import Glibc
internal import Synchronization

/// A helper program, started with given descriptors as its standard input and output.
///
/// If it is released before its process was waited for, a separate thread waits for it, so that no zombie is left.
package final class HelperProcess: Helper, Sendable {
    package let process: Int32
    package let name: String
    /// Whether the process was waited for, or is by other code: its ID may then belong to another process.
    private let isDone = Atomic<Bool>(false)

    deinit { abandon() }

    /// Starts a program that lies beside this one, in `../libexec/heliograph`, or at the place where the package
    /// installs it.
    ///
    /// It gets only these three descriptors, no blocked or ignored signals, and the environment variables it needs.
    ///
    /// - Parameters:
    ///   - name: The name of the program, or its path.
    ///   - extra: Its arguments.
    ///   - input: Its standard input.
    ///   - output: Its standard output; nil for none.
    /// - Throws: ``ExtractionError`` if the program cannot be found or started.
    package init(
        _ name: String,
        arguments extra: [String] = [],
        input: Int32,
        output: Int32?
    ) throws(ExtractionError) {
        self.name = name
        let path = try Self.find(name)
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        if let output {
            unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        } else {
            // Our own standard output is the feed.
            unsafe posix_spawn_file_actions_addopen(
                &actions,
                STDOUT_FILENO,
                "/dev/null",
                O_WRONLY,
                0
            )
        }
        unsafe heliograph_spawn_close_from(&actions, STDERR_FILENO + 1)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        Self.setSignals(&attributes)
        var arguments: [UnsafeMutablePointer<CChar>?] =
            unsafe ([path] + extra).map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var started: pid_t = 0
        let status = unsafe HelperEnvironment.withVariables { variables in
            unsafe posix_spawn(&started, path, &actions, &attributes, &arguments, variables)
        }
        guard status == 0 else {
            throw ExtractionError("the helper program \(path) cannot be started", code: status)
        }
        process = started
    }

    /// Unblocks all signals: the starting thread may have blocked some, such as SIGXCPU, by which a helper's limits
    /// act.
    private static func setSignals(_ attributes: inout posix_spawnattr_t) {
        var none = sigset_t()
        var all = sigset_t()
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        // A separate process group, so that we pass on Ctrl-C at the terminal in our own order.
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    }

    private static func find(_ name: String) throws(ExtractionError) -> String {
        guard !name.contains("/") else { return name }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
            unsafe bytes.bindMemory(to: CChar.self).baseAddress.map {
                unsafe readlink("/proc/self/exe", $0, bytes.count)
            } ?? 0
        }
        let executable = String(decoding: buffer[..<max(count, 0)], as: UTF8.self)
        let directory = executable.lastIndex(of: "/").map { String(executable[..<$0]) } ?? "."
        var candidates = [
            "\(directory)/\(name)", "\(directory)/../libexec/heliograph/\(name)",
            "/usr/libexec/heliograph/\(name)",
        ]
        if let variable = unsafe getenv("HELIOGRAPH_LIBEXEC") {
            candidates.insert("\(unsafe String(cString: variable))/\(name)", at: 0)
        }
        for candidate in candidates where unsafe access(candidate, X_OK) == 0 { return candidate }
        throw ExtractionError(
            """
            the helper program \(name) is missing; looked for \(candidates.joined(separator: ", ")). \
            Install heliograph again, or name its directory in HELIOGRAPH_LIBEXEC
            """
        )
    }

    package func kill() {
        Glibc.kill(process, SIGKILL)
    }

    package func reap(within milliseconds: Int32?) -> HelperEnding? {
        var status: Int32 = 0
        guard let milliseconds else {
            while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
            isDone.store(true, ordering: .relaxed)
            return HelperEnding(signal: Self.signal(status))
        }
        let found = unsafe heliograph_wait(process, &status, milliseconds)
        guard found != 0 else { return nil }
        isDone.store(true, ordering: .relaxed)
        return HelperEnding(signal: found > 0 ? Self.signal(status) : nil)
    }

    package func abandon() {
        guard !isDone.exchange(true, ordering: .relaxed) else { return }
        heliograph_reap_later(process)
    }

    private static func signal(_ status: Int32) -> Int32? {
        let signal = status & 0x7F
        return signal == 0 ? nil : signal
    }
}
