import Foundation
import TestSupport
import Testing

extension Process {
    /// Waits for it to end; one that hangs is killed, and that is a failure.
    func waitPatiently() {
        guard !endsByItself() else { return }
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
