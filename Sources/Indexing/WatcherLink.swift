internal import CSystem
internal import Extraction
internal import FolderWatch
internal import Glibc

/// The running watcher: its pipes and the frames that come through.
final class WatcherLink {
    private let helper: HelperProcess
    private let commands: Int32
    let frames: Int32
    private var reader = WatchFrameReader()
    private var buffer = [UInt8](repeating: 0, count: 256 << 10)

    init(_ configuration: WatchConfiguration) throws(ExtractionError) {
        var input: (Int32, Int32) = (-1, -1)
        var output: (Int32, Int32) = (-1, -1)
        Self.makePipe(&input)
        Self.makePipe(&output)
        (commands, frames) = (input.1, output.0)
        defer {
            close(input.0)
            close(output.1)
        }
        helper = try HelperProcess("heliograph-watcher", input: input.0, output: output.1)
        send(.configure(configuration))
    }

    private static func makePipe(_ pair: inout (Int32, Int32)) {
        var ends: [Int32] = [-1, -1]
        // A larger pipe lets the watcher get ahead while a commit is being written.
        let status = unsafe heliograph_pipe(&ends, 1 << 20)
        guard status == 0 else {
            preconditionFailure("no pipe can be made: \(unsafe String(cString: strerror(-status)))")
        }
        pair = (ends[0], ends[1])
    }

    deinit {
        close(commands)
        close(frames)
    }

    func send(_ command: WatchCommand) {
        var bytes: [UInt8] = []
        command.append(to: &bytes)
        var position = 0
        while position < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe write(
                    commands,
                    $0.baseAddress.map { unsafe $0 + position },
                    $0.count - position
                )
            }
            if count < 0, errno != EINTR { return }
            position += max(count, 0)
        }
    }

    /// Reads once and hands over the whole frames that are there.
    ///
    /// - Returns: False when the watcher has gone or speaks another language.
    func receive(_ body: (WatchFrame) throws -> Void) throws -> Bool {
        let count = unsafe read(frames, &buffer, buffer.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return true }
        guard count > 0 else { return false }
        unsafe buffer.withUnsafeBytes {
            unsafe reader.feed(UnsafeRawBufferPointer(rebasing: $0[..<count]))
        }
        while true {
            let frame: WatchFrame?
            do { frame = try reader.next() } catch { return false }
            guard let frame else { return true }
            if case .hello(let version) = frame, version != WatchFrame.version { return false }
            try body(frame)
        }
    }

    /// Ends the watcher and waits for it.
    func end() {
        helper.kill()
        _ = helper.reap()
    }
}
