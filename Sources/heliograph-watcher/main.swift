internal import CSystemCalls
internal import FolderWatch
internal import Glibc
internal import Kernel

// Started by `heliograph` with commands on standard input and frames on standard output.

func complain(_ text: String) {
    let line = Array("heliograph-watcher: \(text)\n".utf8)
    _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// Reads commands until the configuration has arrived; nil if the input ends before that.
///
/// Further commands that came with it are left in `input`.
func readConfiguration(
    _ input: inout [UInt8]
) throws(WatchFrameError) -> WatchConfiguration? {
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
        if case .configure(let configuration) = try WatchCommand.take(from: &input) {
            return configuration
        }
        let count = unsafe read(STDIN_FILENO, &piece, piece.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return nil }
        input.append(contentsOf: piece[..<count])
    }
}

func run() -> Int32 {
    if CommandLine.arguments.contains("--version") {
        unsafe heliograph_print_version("heliograph-watcher", "libinotifytools")
        return 0
    }
    _ = heliograph_set_parent_death_signal(SIGKILL)
    signal(SIGPIPE, SIG_IGN)
    do {
        let queue = try InotifyToolsQueue()
        var input: [UInt8] = []
        guard let configuration = try readConfiguration(&input) else {
            complain("this program is started by heliograph; run: heliograph watch DIR")
            return 64
        }
        let output = FrameOutput(descriptor: STDOUT_FILENO, LinuxChannels.shared)
        output.send(.hello(version: WatchFrame.version))
        let watcher = FolderWatcher(
            queue: queue,
            configuration: configuration,
            output: output,
            files: LinuxFileSystem.shared,
            time: SystemClock.shared
        )
        try watcher.run(input, commandsFrom: STDIN_FILENO, LinuxChannels.shared)
        return 0
    } catch let error as SystemError {
        let reason = unsafe String(cString: strerror(error.code))
        complain("cannot use inotify: \(reason)")
        return 71
    } catch {
        complain("the configuration from heliograph is of another version; reinstall both programs")
        return 76
    }
}

exit(run())
