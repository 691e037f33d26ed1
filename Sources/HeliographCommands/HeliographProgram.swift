internal import ArgumentParser
internal import Catalogue
internal import Glibc

/// The command-line program.
package enum HeliographProgram {
    /// Runs the command that the program's arguments name, and ends the program with its exit code.
    package static func main() -> Never {
        // Otherwise Swift's thread pool logs every priority that it may not raise to the system log.
        unsafe setenv("LIBDISPATCH_LOG", "NO", 0)
        openStandardStreams()
        // A write beyond the limit on file sizes then fails with an error that can be reported.
        signal(SIGXFSZ, SIG_IGN)
        CatalogueFile.leaveMemoryUncounted()
        ConnectionQueues.keep()
        if let failure = Exit.argumentFailure() { exit(failure.rawValue) }
        let code = Exit.code(of: Array(CommandLine.arguments.dropFirst()))
        let failure = code.isSuccess ? Exit.outputFailure() : nil
        exit((failure ?? code).rawValue)
    }

    /// Runs a command in this process, as the program would run it in one of its own.
    ///
    /// For commands that only use the catalogue. One that indexes, follows or starts helpers also changes the process:
    /// its signals, for example.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the program's name.
    ///   - output: The descriptor of the file that takes the place of standard output.
    ///   - error: The descriptor of the file that takes the place of standard error.
    /// - Returns: The exit code.
    package static func run(_ arguments: [String], output: Int32, error: Int32) -> Int32 {
        Streams.$current.withValue(Streams(output: output, error: error)) {
            Exit.code(of: arguments).rawValue
        }
    }

    /// Opens `/dev/null` in place of standard input, output or error if the program was started without it.
    ///
    /// Otherwise the next file opened would get that number, and messages would be written into it.
    private static func openStandardStreams() {
        while true {
            let descriptor = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
            guard descriptor >= 0, descriptor <= STDERR_FILENO else {
                if descriptor >= 0 { close(descriptor) }
                return
            }
            // The helpers inherit them.
            _ = fcntl(descriptor, F_SETFD, 0)
        }
    }
}
