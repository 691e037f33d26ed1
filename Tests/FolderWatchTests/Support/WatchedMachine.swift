import FolderWatch
import Glibc
import Kernel
import Simulation
import TestSupport

/// A ``FolderWatcher`` on a simulated kernel, and the frames that come out of it.
final class WatchedMachine {
    let kernel: SimulatedKernel
    let disk: ScenarioDisk
    let files: UnreliableFiles
    private let process: SimulatedProcess
    private let watcher: FolderWatcher<SimulatedQueue>
    private let output: Int32
    private var reader = WatchFrameReader()
    private var hasNewMounts = false
    /// The mounts are found to be the same, although others were there in between.
    var hasSameMounts = false
    /// As it was before the last turn: while the watcher has one, it alone has access to its queue.
    private var inotify: SimulatedInotify

    init(
        watching roots: [String],
        on kind: SimulatedDisk.Kind = .tmpfs,
        watchBudget: UInt32 = 0,
        pollSeconds: UInt32 = 60,
        pipe capacity: Int32 = 1 << 20,
        highWater: Int = 1 << 20
    ) {
        let kernel = SimulatedKernel(kind, random: CountingGenerator())
        process = SimulatedProcess("watcher", in: kernel)
        files = UnreliableFiles(process)
        disk = ScenarioDisk(kernel)
        self.kernel = kernel
        var ends = (reading: Int32(-1), writing: Int32(-1))
        _ = process.pipe(&ends, capacity: capacity)
        output = ends.reading
        let queue = SimulatedQueue(process, mostEvents: 16_384)
        inotify = queue.inotify
        watcher = FolderWatcher(
            queue: queue,
            configuration: WatchConfiguration(
                roots: roots.map { Array($0.utf8) },
                ignored: [],
                extensions: ["jpg"],
                unsupported: ["flv", "rm"],
                watchBudget: watchBudget,
                pollSeconds: pollSeconds
            ),
            output: FrameOutput(descriptor: ends.writing, process, highWater: highWater),
            files: files,
            time: kernel
        )
        kernel.onMount = { [weak self] in self?.hasNewMounts = true }
    }

    /// Milliseconds until the watcher wants a turn although nothing has happened.
    var pollTimeout: Int32 { watcher.pollTimeout }

    func start() { watcher.start() }

    /// Whether the watcher gives memory back.
    func rest() -> Bool { watcher.rest() }

    func take(_ command: WatchCommand) { watcher.take(command) }

    /// Writes a command to the watcher, whose reads are interrupted or bring pieces all the time.
    ///
    /// - Returns: Whether the watcher took it and goes on.
    func writeInPieces(_ command: WatchCommand) -> Bool {
        var ends = (reading: Int32(-1), writing: Int32(-1))
        var (bytes, commands): ([UInt8], [UInt8]) = ([], [])
        command.append(to: &bytes)
        guard process.pipe(&ends, capacity: 1 << 12) == 0,
            bytes.withUnsafeBytes({ process.write(ends.writing, $0) }) == bytes.count
        else { return false }
        process.interruptions = SimulatedFaults(oneIn: 2, random: SplitMix(state: Effort.seed))
        defer {
            process.interruptions = SimulatedFaults()
            process.close(ends.reading)
            process.close(ends.writing)
        }
        while process.ready(pollfd(fd: ends.reading, events: Int16(POLLIN), revents: 0)) != 0 {
            guard watcher.receive(from: ends.reading, process, &commands) else { return false }
        }
        return commands.isEmpty
    }

    /// From here on events are lost, until the watcher has its next turn.
    func loseEvents() { inotify.mostEvents = 0 }

    /// Has the events that wait never reach the watcher, which does not hear that they are lost.
    func dropEvents() { while inotify.next() != nil {} }

    /// Gives the watcher turns until it waits for events; returns the frames that came out.
    func run() throws -> [WatchFrame] {
        var frames: [WatchFrame] = []
        var isBusy = true
        while isBusy || !watcher.queue.inotify.isEmpty || watcher.output.hasBacklog {
            isBusy = try turn(&frames)
        }
        return frames
    }

    /// Gives the watcher one turn; returns whether it asks for the next at once.
    func turn(_ frames: inout [WatchFrame]) throws -> Bool {
        inotify = watcher.queue.inotify
        inotify.mostEvents = 16_384
        if hasNewMounts { watcher.mountsMayHaveChanged { !hasSameMounts } }
        hasNewMounts = false
        let isBusy = try watcher.turn()
        try readFrames(&frames)
        return isBusy
    }

    /// Gives the watcher turns as poll(2) would, while somebody reads by pieces; returns the frames that came out.
    ///
    /// `read`: How many bytes are read after a turn; nil for all that are there.
    func run(reading read: () -> Int?) throws -> [WatchFrame] {
        var frames: [WatchFrame] = []
        while true {
            inotify = watcher.queue.inotify
            let isBusy = try watcher.turn()
            if !isBusy, !watcher.output.hasBacklog, watcher.queue.inotify.isEmpty {
                try readFrames(&frames)
                return frames
            }
            try readFrames(&frames, atMost: read() ?? .max)
        }
    }

    /// Lets time pass, with a turn of the watcher whenever it asked for one.
    func wait(milliseconds: Int64) throws -> [WatchFrame] {
        var frames: [WatchFrame] = []
        let end = kernel.time + milliseconds * 1_000
        while kernel.time < end {
            let timeout = pollTimeout
            kernel.time = timeout < 0 ? end : min(kernel.time + max(Int64(timeout), 1) * 1_000, end)
            frames += try run()
        }
        return frames
    }

    private func readFrames(_ frames: inout [WatchFrame], atMost most: Int = .max) throws {
        var piece = [UInt8](repeating: 0, count: min(most, 65_536))
        var left = most
        while left > 0 {
            let size = min(left, piece.count)
            let count = piece.withUnsafeMutableBytes {
                process.read(output, into: UnsafeMutableRawBufferPointer(rebasing: $0[..<size]))
            }
            guard count > 0 else { break }
            left -= count
            piece.withUnsafeBytes { reader.feed(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
        while let frame = try reader.next() { frames.append(frame) }
    }
}
