internal import Catalogue
internal import Extraction
internal import Glibc
internal import Indexing
internal import Kernel
internal import Logging
internal import PhotoModel
internal import TestSupport

/// The indexer's process with its helpers: an ``Indexer`` on a simulated kernel, with a real catalogue.
final class SimulatedIndexer {
    let process: SimulatedProcess
    let helpers: SimulatedHelpers
    let writer: CatalogueWriter
    private let indexer: Indexer
    private let wakeUp: Int32
    /// When a timer is due, in milliseconds.
    private(set) var due: Int64 = 0

    init(
        _ kernel: SimulatedKernel,
        catalogue: String,
        roots: [String],
        random: SplitMix,
        boot: Int,
        mostEvents: Int,
        onStart: @escaping (SimulatedProcess) -> Void,
        logger: Logger,
        adjust: (inout IndexingOptions) -> Void = { _ in }
    ) throws {
        process = SimulatedProcess("indexer", in: kernel)
        onStart(process)
        helpers = SimulatedHelpers(in: kernel, startedBy: process)
        (helpers.mostEvents, helpers.onStart) = (mostEvents, onStart)
        var random = random
        var system = CatalogueSystem(time: kernel, random: SplitMix(state: random.next())) {
            [kernel] in
            SystemMoment(boot: "boot \(boot)", uptime: kernel.time, boottime: kernel.time)
        }
        system.writesBeside = false
        writer = try CatalogueWriter(path: catalogue, on: system)
        wakeUp = process.makeEvent()
        var chances = SplitMix(state: random.next())
        var options = IndexingOptions(catalogue: catalogue, roots: roots.map { Array($0.utf8) })
        options.pollSeconds = 2
        adjust(&options)
        indexer = Indexer(
            options: options,
            writer: writer,
            logger: logger,
            stop: process.makeEvent(),
            wakeUp: wakeUp,
            on: IndexingSystem(
                files: process,
                helpers: HelperSystem(programs: helpers, channels: process, time: kernel),
                random: { Double.random(in: 0..<1, using: &chances) }
            )
        )
        try indexer.start()
        noteDue()
    }

    /// Whether something has come, or a timer is due.
    var isReady: Bool { due <= process.kernel.milliseconds || hasInput }

    var hasInput: Bool { ready().contains { $0.revents != 0 } }

    private func ready() -> [pollfd] {
        indexer.polled.map { polled in
            var polled = polled
            polled.revents = process.ready(polled)
            return polled
        }
    }

    /// Does one turn of the program's loop.
    func turn() throws {
        _ = try indexer.turn(Indexer.Ready(ready()))
        noteDue()
        helpers.bury()
    }

    private func noteDue() {
        due = process.kernel.milliseconds + Int64(indexer.pollTimeout)
    }

    /// Whether a look at everything is under way.
    var isWalking: Bool { indexer.isWalking }

    /// Asks for a look at everything.
    func requestWalk() {
        withUnsafeBytes(of: UInt64(1)) { _ = process.write(wakeUp, $0) }
    }

    /// The process is killed, and its helpers with it.
    func end() {
        process.end(signal: SIGKILL)
        helpers.endAll()
    }
}
