internal import Foundation

/// The token that a client sends on standard input before it is told anything.
struct TokenInput {
    /// How long a client at a socket may take, in all: each holds a place that others may want.
    let seconds: Double

    /// Nothing that long is a token, and whoever sends it is not to fill the memory.
    private static let longest = 1_024

    /// Why a client is told nothing.
    struct Refusal: Error {
        let reason: String
    }

    /// The token; nil, which asks for everything, when the line is empty.
    func read() throws(Refusal) -> String? {
        let end = isSocket ? ContinuousClock.now + .seconds(seconds) : nil
        var line: [UInt8] = []
        while let byte = try next(before: end), byte != UInt8(ascii: "\n") {
            line.append(byte)
            guard line.count < Self.longest else {
                throw Refusal(reason: "the first line is no token: it has \(line.count) bytes")
            }
        }
        let token = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespaces)
        return token.isEmpty ? nil : token
    }

    /// A person at a terminal, or a program in a pipe, holds up nobody.
    private var isSocket: Bool {
        var status = stat()
        return unsafe fstat(STDIN_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    /// The next byte; nil at the end.
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
                "no token came within \(Int(seconds.rounded(.up))) seconds; send the token to go on "
                + "after, or nothing for everything, and a line end, then read"
        )
    }
}
