internal import Foundation

/// The token that a client sends on standard input before it receives anything.
struct TokenInput {
    /// The time limit for a client at a socket, which occupies a connection that others may need.
    let seconds: Double

    /// The length at which a line is refused: no token is that long, and clients must not fill the memory.
    private static let longest = 1_024

    /// The reason for refusing a client.
    struct Refusal: Error {
        let reason: String
    }

    /// Reads the token; nil, which requests everything, if the line is empty.
    func read() throws(Refusal) -> String? {
        let end = isSocket ? ContinuousClock.now + .seconds(seconds) : nil
        var line: [UInt8] = []
        while let byte = try next(before: end), byte != UInt8(ascii: "\n") {
            line.append(byte)
            guard line.count < Self.longest else {
                throw Refusal(reason: "the first line is not a token: it has \(line.count) bytes")
            }
        }
        let token = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespaces)
        return token.isEmpty ? nil : token
    }

    /// Whether the client is at a socket; one at a terminal or in a pipe holds up nobody.
    private var isSocket: Bool {
        var status = stat()
        return unsafe fstat(STDIN_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    /// Returns the next byte; nil at the end.
    private func next(before end: ContinuousClock.Instant?) throws(Refusal) -> UInt8? {
        var polled = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        var status: Int32
        repeat {
            let left = end.map { max(ContinuousClock.now.duration(to: $0) / .milliseconds(1), 0) }
            status = unsafe poll(&polled, 1, left.map { Int32($0.rounded(.up)) } ?? -1)
        } while status < 0 && errno == EINTR
        guard status != 0 else { throw tooLate }
        var byte: UInt8 = 0
        return unsafe Foundation.read(STDIN_FILENO, &byte, 1) == 1 ? byte : nil
    }

    private var tooLate: Refusal {
        Refusal(
            reason:
                "no token came within \(Int(seconds.rounded(.up))) seconds; send a line with the token "
                + "to resume after, or an empty line for everything, then read"
        )
    }
}
