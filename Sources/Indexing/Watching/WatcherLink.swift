internal import Extraction
internal import FolderWatch
internal import Glibc
internal import Kernel

/// The running watcher's process, its pipes and the frames it sends.
final class WatcherLink {
    private let helper: any Helper
    private let channels: any ChannelCalls
    private let commands: Int32
    let frames: Int32
    private var reader = WatchFrameReader()
    private var buffer = [UInt8](repeating: 0, count: 256 << 10)

    /// - Throws: ``ExtractionError`` when the program cannot be found or started.
    init(
        _ configuration: WatchConfiguration,
        _ system: HelperSystem
    ) throws(ExtractionError) {
        let channels = system.channels
        self.channels = channels
        let input = try Self.makePipe(channels)
        defer { channels.close(input.reading) }
        let output: (reading: Int32, writing: Int32)
        do {
            output = try Self.makePipe(channels)
        } catch {
            channels.close(input.writing)
            throw error
        }
        defer { channels.close(output.writing) }
        do {
            helper = try system.programs.start(
                "heliograph-watcher",
                arguments: [],
                input: input.reading,
                output: output.writing
            )
        } catch {
            channels.close(input.writing)
            channels.close(output.reading)
            throw error
        }
        (commands, frames) = (input.writing, output.reading)
        send(.configure(configuration))
    }

    private static func makePipe(
        _ channels: any ChannelCalls
    ) throws(ExtractionError) -> (reading: Int32, writing: Int32) {
        var ends: (reading: Int32, writing: Int32) = (-1, -1)
        // A larger pipe lets the watcher run ahead while a commit is being written.
        let status = channels.pipe(&ends, capacity: 1 << 20)
        guard status == 0 else {
            throw ExtractionError("no pipe to heliograph-watcher can be made", code: -status)
        }
        return ends
    }

    deinit {
        channels.close(commands)
        channels.close(frames)
    }

    func send(_ command: WatchCommand) {
        var bytes: [UInt8] = []
        command.append(to: &bytes)
        var position = 0
        while position < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe channels.write(commands, UnsafeRawBufferPointer(rebasing: $0[position...]))
            }
            if count < 0, count != -Int(EINTR) { return }
            position += max(count, 0)
        }
    }

    /// Reads once and calls `body` with each complete frame.
    ///
    /// - Returns: False when the watcher has exited or uses another version of the protocol.
    func receive(_ body: (WatchFrame) throws -> Void) throws -> Bool {
        let count = unsafe buffer.withUnsafeMutableBytes {
            unsafe channels.read(frames, into: $0)
        }
        if count == -Int(EINTR) || count == -Int(EAGAIN) { return true }
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

    /// Kills the watcher and waits for it.
    func end() {
        helper.kill()
        _ = helper.reap(within: nil)
    }
}
