internal import CSystemCalls
internal import Glibc
package import Kernel

extension FolderWatcher {
    /// Runs the watcher until the input is closed.
    ///
    /// - Parameters:
    ///   - commands: Bytes that were read from the input before.
    ///   - input: The descriptor to read commands from; its end ends the run.
    ///   - channels: The calls to read it with.
    /// - Throws: ``SystemError`` when the kernel's queue can no longer be used.
    package func run(
        _ commands: [UInt8],
        commandsFrom input: Int32,
        _ channels: any ChannelCalls
    ) throws(SystemError) {
        var mounts = MountTable(below: rootPaths)
        start()
        var commands = commands
        guard takeAll(&commands) else { return }
        while true {
            let walks = finishedWalks
            let isBusy = try turn()
            if output.isClosed { return }
            if finishedWalks != walks {
                heliograph_release_memory()
                heliograph_release_code()
            } else if !isBusy, rest() {
                heliograph_release_memory()
            }
            var polled = [
                pollfd(fd: input, events: Int16(POLLIN), revents: 0),
                pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: mounts.descriptor, events: Int16(POLLPRI), revents: 0),
                pollfd(
                    fd: output.descriptor,
                    events: output.hasBacklog ? Int16(POLLOUT) : 0,
                    revents: 0
                ),
            ]
            let timeout = isBusy ? 0 : pollTimeout
            guard unsafe poll(&polled, UInt(polled.count), timeout) > 0 else { continue }
            if polled[0].revents != 0 {
                guard receive(from: input, channels, &commands) else { return }
            }
            if polled[2].revents != 0 { mountsMayHaveChanged { mounts.hasChanged() } }
            if polled[3].revents & Int16(POLLERR | POLLHUP) != 0 { return }
        }
    }

    /// Reads and handles the commands that have arrived.
    ///
    /// - Parameters:
    ///   - input: The descriptor to read them from.
    ///   - channels: The calls to read it with.
    ///   - commands: Bytes of an incomplete command.
    /// - Returns: False at the end of the input, or if it is malformed.
    package func receive(
        from input: Int32,
        _ channels: any ChannelCalls,
        _ commands: inout [UInt8]
    ) -> Bool {
        var status = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, count in
            status = unsafe channels.read(input, into: UnsafeMutableRawBufferPointer(buffer))
            count = max(status, 0)
        }
        if status == -Int(EINTR) || status == -Int(EAGAIN) { return true }
        guard status > 0 else { return false }
        commands.append(contentsOf: bytes)
        return takeAll(&commands)
    }

    /// Handles the complete commands and removes them.
    ///
    /// - Returns: False if one is malformed.
    package func takeAll(_ commands: inout [UInt8]) -> Bool {
        do {
            while let command = try WatchCommand.take(from: &commands) { take(command) }
            return true
        } catch {
            return false
        }
    }
}
