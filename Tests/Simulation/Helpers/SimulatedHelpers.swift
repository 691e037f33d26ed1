package import Extraction
internal import Glibc
internal import Kernel

/// Takes the place of the helper programs: each is started as a part that does a step when it is told to.
package final class SimulatedHelpers: HelperPrograms {
    private let kernel: SimulatedKernel
    /// The process that starts them, whose descriptors they are given.
    private let parent: SimulatedProcess
    /// Events that a watcher's queue holds.
    package var mostEvents = 16_384
    /// Called with each process that is started.
    package var onStart: (SimulatedProcess) -> Void = { _ in }
    package private(set) var watchers: [SimulatedWatcher] = []
    package private(set) var extractors: [SimulatedExtractor] = []

    package init(in kernel: SimulatedKernel, startedBy parent: SimulatedProcess) {
        (self.kernel, self.parent) = (kernel, parent)
    }

    package func start(
        _ name: String,
        arguments: [String],
        input: Int32,
        output: Int32?
    ) throws(ExtractionError) -> any Helper {
        let process = SimulatedProcess(name, in: kernel)
        let input = parent.pass(input, to: process)
        guard let output else {
            let extractor = SimulatedExtractor(process, socket: input)
            extractors.append(extractor)
            onStart(process)
            return SimulatedHelper { extractor.process }
        }
        let watcher = SimulatedWatcher(
            process,
            input: input,
            output: parent.pass(output, to: process),
            mostEvents: mostEvents
        )
        watchers.append(watcher)
        onStart(process)
        return SimulatedHelper {
            watcher.process
        } onEnd: {
            watcher.end(signal: SIGKILL)
        }
    }

    /// Forgets the processes that have ended.
    package func bury() {
        watchers.removeAll { !$0.process.isAlive }
        extractors.removeAll { !$0.process.isAlive }
    }

    /// Ends them all, as the kernel does with the children of a process that dies.
    package func endAll() {
        for watcher in watchers { watcher.end(signal: SIGKILL) }
        for extractor in extractors { extractor.process.end(signal: SIGKILL) }
        bury()
    }
}

/// A helper as whoever started it has it.
private struct SimulatedHelper: Helper {
    let process: () -> SimulatedProcess
    var onEnd: (() -> Void)?

    init(_ process: @escaping () -> SimulatedProcess, onEnd: (() -> Void)? = nil) {
        (self.process, self.onEnd) = (process, onEnd)
    }

    func kill() {
        if let onEnd { onEnd() } else { process().end(signal: SIGKILL) }
    }

    func reap(within milliseconds: Int32?) -> HelperEnding? {
        let process = process()
        return process.isAlive ? nil : HelperEnding(signal: process.signal)
    }

    func abandon() {}
}
