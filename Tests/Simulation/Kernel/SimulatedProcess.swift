package import Glibc
internal import Kernel
package import TestSupport

/// A process: its descriptors, and the calls it makes by them.
package final class SimulatedProcess {
    package let name: String
    package let kernel: SimulatedKernel
    package private(set) var isAlive = true
    /// How it ended, once it has.
    package private(set) var signal: Int32?
    /// The errors that its calls to file systems come upon.
    package var faults = SimulatedFaults()
    /// How often what it reads or writes through pipes and sockets goes in pieces, or has to be tried again.
    package var interruptions = SimulatedFaults()
    /// Of the file that was looked at last.
    var lastStat: FileStat?
    var handles: [Int32: SimulatedHandle] = [:]
    private var free: [Int32] = []
    private var last: Int32 = 2
    /// `RLIMIT_NOFILE`.
    package var mostDescriptors = 1_024

    package init(_ name: String, in kernel: SimulatedKernel) {
        (self.name, self.kernel) = (name, kernel)
    }

    /// Gives it a descriptor for a handle; a negative error number when it has as many as it may.
    func add(_ handle: SimulatedHandle) -> Int32 {
        guard handles.count < mostDescriptors else {
            if handle.descriptors == 0 { handle.close() }
            return -EMFILE
        }
        let number = free.popLast() ?? last + 1
        last = max(last, number)
        handle.retain()
        handles[number] = handle
        return number
    }

    /// Makes an eventfd.
    package func makeEvent() -> Int32 { add(SimulatedEvent()) }

    /// Gives another process a descriptor of this one's, as a start does with standard input.
    package func pass(_ descriptor: Int32, to other: SimulatedProcess) -> Int32 {
        handles[descriptor].map(other.add) ?? -EBADF
    }

    /// Ends it: every descriptor is closed.
    package func end(signal: Int32?) {
        guard isAlive else { return }
        (isAlive, self.signal) = (false, signal)
        for number in handles.keys.sorted() { handles[number]?.release() }
        handles = [:]
    }

    package func close(_ descriptor: Int32) {
        guard let handle = handles.removeValue(forKey: descriptor) else { return }
        free.append(descriptor)
        handle.release()
    }

    /// What poll(2) says of a descriptor.
    package func ready(_ polled: pollfd) -> Int16 {
        guard polled.fd >= 0, let handle = handles[polled.fd] else { return 0 }
        var found: Int16 = 0
        if polled.events & Int16(POLLIN) != 0, handle.isReadable { found |= Int16(POLLIN) }
        if polled.events & Int16(POLLOUT) != 0, handle.isWritable { found |= Int16(POLLOUT) }
        if handle.isHungUp { found |= Int16(POLLHUP) }
        return found
    }
}

/// Errors by chance, for one process.
package struct SimulatedFaults {
    /// Of so many calls one fails; 0 for none.
    package var oneIn: UInt64 = 0
    private var random = SplitMix(state: 0)
    /// How many calls have failed.
    package private(set) var count = 0

    package init() {}

    package init(oneIn: UInt64, random: SplitMix) {
        (self.oneIn, self.random) = (oneIn, random)
    }

    /// The error a call is to fail with, one of `errors`; nil when it is not to fail.
    mutating func next(_ errors: Int32...) -> Int32? {
        guard oneIn > 0, random.next(upperBound: oneIn) == 0 else { return nil }
        count += 1
        return errors[Int(random.next(upperBound: UInt64(errors.count)))]
    }
}
