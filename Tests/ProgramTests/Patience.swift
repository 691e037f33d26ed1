import Foundation
import TestSupport
import Testing

/// How long a test waits for what has to come: only so that one that hangs ends some time.
///
/// A busy machine makes everything take as long as it takes.
enum Patience {
    static let seconds = Watchdog.patience
    static let milliseconds = Int32(seconds * 1_000)
}

extension Trait where Self == TimeLimitTrait {
    /// Longer than all tests together take: a test's time runs while it is queued behind the others.
    static var patient: Self { .timeLimit(.minutes(120)) }
}

extension Process {
    /// Waits for it to end; one that does not is killed, and that is a failure.
    func waitPatiently(_ seconds: Double = Patience.seconds) {
        let watchdog = Watchdog(self, seconds: seconds)
        waitUntilExit()
        guard watchdog.end() else { return }
        let name = executableURL?.lastPathComponent ?? ""
        Issue.record("\(name) \(arguments?.joined(separator: " ") ?? "") does not end")
    }
}

extension Pipe {
    /// A pipe that no program inherits which another test starts meanwhile: it would hold the pipe open.
    static func closedInOthers() -> Pipe {
        let pipe = Pipe()
        for handle in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
            _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
        }
        return pipe
    }
}

extension FileHandle {
    /// Whether something has come to be read, or the end, within a time.
    func isReadable(within milliseconds: Int32) -> Bool {
        var polled = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
        var status = poll(&polled, 1, milliseconds)
        while status < 0, errno == EINTR { status = poll(&polled, 1, milliseconds) }
        return status > 0
    }

    /// What comes next; empty at the end, and when nothing comes at all.
    ///
    /// A peer that goes with something unread is an end like any other, for which `availableData` ends the process.
    func next() -> Data {
        guard isReadable(within: Patience.milliseconds) else { return Data() }
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        var count = Glibc.read(fileDescriptor, &bytes, bytes.count)
        while count < 0, errno == EINTR { count = Glibc.read(fileDescriptor, &bytes, bytes.count) }
        return Data(bytes.prefix(max(count, 0)))
    }

    /// Everything up to the end, or until nothing more comes at all.
    func readPatiently() -> Data {
        var all = Data()
        while case let more = next(), !more.isEmpty { all += more }
        return all
    }
}

/// The lines that a program writes into a pipe, as they come.
final class Lines {
    private let handle: FileHandle
    private var buffer = Data()

    init(_ pipe: Pipe) {
        handle = pipe.fileHandleForReading
    }

    /// The next line; nil at the end, and when none comes at all.
    func next() -> String? {
        while true {
            if let end = buffer.firstIndex(of: 0x0A) {
                defer { buffer = buffer[(end + 1)...] }
                return String(decoding: buffer[buffer.startIndex..<end], as: UTF8.self)
            }
            let more = handle.next()
            if more.isEmpty { return nil }
            buffer.append(more)
        }
    }

    /// Whether there is something of a next line within a time.
    func isThere(within milliseconds: Int32) -> Bool {
        !buffer.isEmpty || handle.isReadable(within: milliseconds)
    }
}
