import Foundation
import Synchronization
import TestSupport
import Testing

/// A pseudo-terminal, and what answers at its other end.
final class PlayedTerminal: Sendable {
    /// What is answered, as soon as the whole question has been read.
    struct Kind: Sendable, CustomTestStringConvertible {
        let name: String
        let answer: String
        var testDescription: String { name }
    }

    let terminal: Int32
    private let other: Int32
    private let asked = Mutex<[UInt8]>([])

    /// Opens one of a size, which is not the controlling terminal of this process.
    init(columns: UInt16 = 80, rows: UInt16 = 24, width: UInt16 = 0, height: UInt16 = 0) throws {
        other = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        // As unlockpt(3) and ptsname(3), which Swift does not see.
        var (isLocked, number): (Int32, UInt32) = (0, 0)
        guard ioctl(other, 0x4004_5431, &isLocked) == 0, ioctl(other, 0x8004_5430, &number) == 0
        else { throw CocoaError(.fileReadUnknown) }
        terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: width, ws_ypixel: height)
        _ = ioctl(other, UInt(TIOCSWINSZ), &size)
    }

    deinit {
        close(terminal)
        close(other)
    }

    /// All that it was asked.
    var question: String { String(decoding: asked.withLock { $0 }, as: UTF8.self) }

    /// Whether what is typed is shown and comes in lines, as before.
    var isAsBefore: Bool {
        var modes = termios()
        let wanted = tcflag_t(ECHO | ICANON)
        return tcgetattr(other, &modes) == 0 && modes.c_lflag & wanted == wanted
    }

    /// Reads until the question has come, in a thread of its own; then answers, byte by byte.
    func answer(_ kind: Kind) -> Thread {
        let thread = Thread { [self] in
            awaitQuestion()
            for byte in Array(kind.answer.utf8) { _ = write(other, [byte], 1) }
        }
        thread.start()
        return thread
    }

    /// Waits for the end of the last question.
    func awaitQuestion() {
        while !question.hasSuffix("\u{1B}[c") {
            var polled = pollfd(fd: other, events: Int16(POLLIN), revents: 0)
            guard poll(&polled, 1, Int32(Patience.seconds * 1_000)) > 0 else { return }
            var bytes = [UInt8](repeating: 0, count: 100)
            let count = read(other, &bytes, bytes.count)
            guard count > 0 else { return }
            asked.withLock { $0 += bytes[..<count] }
        }
    }
}
