internal import Glibc

/// The descriptors that a command writes to: those of the program, or of files that take their place.
struct Streams: Sendable {
    @TaskLocal static var current = Streams(output: STDOUT_FILENO, error: STDERR_FILENO)

    let output: Int32
    let error: Int32
}
