internal import CSystemCalls
internal import Glibc

/// The start of a helper program, before it has seen any untrusted bytes.
package enum HelperStart {
    /// Answers `--version`, and refuses to be started by anything but `heliograph`.
    ///
    /// - Parameters:
    ///   - program: The program's name.
    ///   - libraries: The shared libraries whose versions are reported, separated by spaces.
    /// - Returns: The exit code, if the program has to exit.
    package static func begin(_ program: String, libraries: String) -> Int32? {
        if CommandLine.arguments.contains("--version") {
            unsafe heliograph_print_version(program, libraries)
            return 0
        }
        guard isSocket(STDIN_FILENO) else {
            let usage = "\(program): this program is started by heliograph\n"
            _ = unsafe usage.withCString { unsafe write(STDERR_FILENO, $0, strlen($0)) }
            return 64
        }
        if CommandLine.arguments.contains("--idle") { heliograph_become_idle() }
        return nil
    }

    /// Ends this process together with the thread that started it, which must live as long as its program.
    ///
    /// Helpers of short-lived threads are started with `--any-thread`, and end when their socket is closed.
    package static func endWithParent() {
        _ = heliograph_set_parent_death_signal(SIGKILL)
    }

    /// Returns the seconds of processor time for one request: the given number, unless a test sets a shorter limit.
    package static func processorSeconds(_ seconds: UInt64) -> UInt64 {
        CommandLine.arguments.contains("--test-processor") ? 1 : seconds
    }

    private static func isSocket(_ descriptor: Int32) -> Bool {
        var found = stat()
        return unsafe fstat(descriptor, &found) == 0 && found.st_mode & S_IFMT == S_IFSOCK
    }
}
