package import FolderWatch
internal import Glibc
internal import Kernel

/// The program `heliograph-watcher`: a ``FolderWatcher`` on a simulated kernel.
package final class SimulatedWatcher {
    package let process: SimulatedProcess
    private let input: Int32
    private let output: Int32
    private var queue: SimulatedQueue
    private var commands: [UInt8] = []
    /// With a planted fault: until when what was seen stays untold, in milliseconds.
    private var untoldUntil: Int64 = 0
    package private(set) var watcher: FolderWatcher<SimulatedQueue>?
    /// More waits, so that the next turn comes at once.
    package private(set) var isBusy = false
    /// The time at which a timer is due.
    package private(set) var due: Int64 = 0
    /// A mount came or went that nobody has looked at.
    package var hasNewMounts = false
    private var mounts: [SimulatedMount] = []

    init(_ process: SimulatedProcess, input: Int32, output: Int32, mostEvents: Int) {
        (self.process, self.input, self.output) = (process, input, output)
        queue = SimulatedQueue(process, mostEvents: mostEvents)
    }

    /// Whether a turn would do something now.
    package var isReady: Bool {
        guard process.isAlive, untoldUntil <= process.kernel.milliseconds else { return false }
        if isReadable || process.ready(pollfd(fd: output, events: 0, revents: 0)) != 0 {
            return true
        }
        guard let watcher else { return false }
        if isBusy || hasNewMounts || !watcher.queue.inotify.isEmpty { return true }
        if watcher.output.hasBacklog, isWritable { return true }
        return due <= process.kernel.milliseconds
    }

    private var isReadable: Bool {
        process.ready(pollfd(fd: input, events: Int16(POLLIN), revents: 0)) != 0
    }

    private var isWritable: Bool {
        process.ready(pollfd(fd: output, events: Int16(POLLOUT), revents: 0)) != 0
    }

    /// Does one turn of the program's loop.
    package func turn() {
        if isReadable, !takeCommands() { return end(signal: nil) }
        if answerEarly() { return }
        guard let watcher else { return }
        if hasNewMounts {
            hasNewMounts = false
            watcher.mountsMayHaveChanged {
                defer { mounts = process.kernel.mountTable }
                return process.kernel.mountTable != mounts
            }
        }
        do {
            isBusy = try watcher.turn()
        } catch {
            return end(signal: nil)
        }
        if watcher.output.isClosed { return end(signal: nil) }
        let timeout = isBusy ? 0 : watcher.pollTimeout
        due = timeout < 0 ? .max : process.kernel.milliseconds + Int64(timeout)
    }

    /// With a planted fault: answers flushes by saying that all was told, whatever waits; that follows half a second
    /// later.
    private func answerEarly() -> Bool {
        guard let watcher, isBusy || !watcher.queue.inotify.isEmpty,
            process.kernel.faults.shows(.earlyFlush, oneIn: 4)
        else { return false }
        watcher.output.send(
            .settled(walks: watcher.finishedWalks, flushes: watcher.flushes)
        )
        watcher.output.flush()
        isBusy = true
        untoldUntil = process.kernel.milliseconds + 500
        due = untoldUntil
        return true
    }

    private func takeCommands() -> Bool {
        if let watcher { return takeCommands(watcher) }
        var piece = [UInt8](repeating: 0, count: 65_536)
        let count = piece.withUnsafeMutableBytes { process.read(input, into: $0) }
        if count == -Int(EAGAIN) || count == -Int(EINTR) { return true }
        guard count > 0 else { return false }
        commands.append(contentsOf: piece[..<count])
        do {
            guard case .configure(let configuration) = try WatchCommand.take(from: &commands) else {
                return true
            }
            let watcher = begin(configuration)
            return watcher.takeAll(&commands)
        } catch {
            return false
        }
    }

    private func takeCommands(_ watcher: FolderWatcher<SimulatedQueue>) -> Bool {
        guard process.kernel.faults.has(.lostWalk) else {
            return watcher.receive(from: input, process, &commands)
        }
        var piece = [UInt8](repeating: 0, count: 4_096)
        let count = piece.withUnsafeMutableBytes { process.read(input, into: $0) }
        guard count > 0 else { return count == -Int(EAGAIN) || count == -Int(EINTR) }
        commands.append(contentsOf: piece[..<count])
        while let command = try? WatchCommand.take(from: &commands) {
            if command != .walk { watcher.take(command) }
        }
        return true
    }

    private func begin(_ configuration: WatchConfiguration) -> FolderWatcher<SimulatedQueue> {
        // Little enough to be full at times.
        let output = FrameOutput(descriptor: output, process, highWater: 1_024)
        output.send(.hello(version: WatchFrame.version))
        let watcher = FolderWatcher(
            queue: queue,
            configuration: configuration,
            output: output,
            files: process,
            time: process.kernel
        )
        self.watcher = watcher
        mounts = process.kernel.mountTable
        watcher.start()
        isBusy = true
        return watcher
    }

    /// Ends the process.
    package func end(signal: Int32?) {
        guard process.isAlive else { return }
        // Its own queue is a copy of what the watcher has.
        if let watcher { watcher.queue.inotify.close() } else { queue.close() }
        watcher = nil
        process.end(signal: signal)
    }
}
