import Foundation
import Glibc
import TestSupport
import Testing

/// A terminal that keeps what is written to it.
final class PseudoTerminal {
    private let keeper: Int32
    private let device: Int32

    init() throws {
        var (keeper, device): (Int32, Int32) = (-1, -1)
        try #require(openpty(&keeper, &device, nil, nil, nil) == 0)
        (self.keeper, self.device) = (keeper, device)
        for descriptor in [keeper, device] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        // As it is written, without a return added to each line.
        var settings = termios()
        tcgetattr(device, &settings)
        settings.c_oflag &= ~tcflag_t(OPOST)
        tcsetattr(device, TCSANOW, &settings)
    }

    deinit {
        close(keeper)
        close(device)
    }

    /// Runs a program whose output and errors go to the terminal, to its end.
    func shown(by process: Process) throws -> [UInt8] {
        let end = FileHandle(fileDescriptor: device, closeOnDealloc: false)
        (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, end)
        process.standardError = end
        try process.run()
        var bytes: [UInt8] = []
        // What was written last is there when the program has ended.
        let hasEnded = Patience.wait {
            bytes += read(within: 10)
            return !process.isRunning
        }
        if !hasEnded { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        #expect(hasEnded)
        while case let rest = read(within: 0), !rest.isEmpty { bytes += rest }
        return bytes
    }

    private func read(within milliseconds: Int32) -> [UInt8] {
        var polled = pollfd(fd: keeper, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, milliseconds) > 0 else { return [] }
        var piece = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(keeper, &piece, piece.count)
        return Array(piece.prefix(max(count, 0)))
    }
}
