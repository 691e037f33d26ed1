import Glibc
import Kernel
import Simulation

/// The file system calls of a simulated process, which are counted and some of which fail.
final class UnreliableFiles: FileSystemCalls {
    private let process: SimulatedProcess
    private(set) var opened = 0
    private(set) var lookedAt = 0
    /// How urgent reads from disks are now.
    private(set) var urgency = DiskUrgency.usual
    /// The names that were looked at, each with how urgent that was.
    private(set) var looks: [(name: FileName, urgency: DiskUrgency)] = []
    /// How many more times looking at a name fails, and how.
    private var failures: [FileName: (error: Int32, count: Int)] = [:]

    init(_ process: SimulatedProcess) {
        self.process = process
    }

    func fail(_ name: FileName, with error: Int32, times count: Int) {
        failures[name] = (error, count)
    }

    private func failure(of path: UnsafePointer<CChar>) -> Int32? {
        let name = FileName(
            Array(UnsafeBufferPointer(start: path, count: strlen(path))).map(UInt8.init)
        )
        guard let failure = failures[name], failure.count > 0 else { return nil }
        failures[name] = (failure.error, failure.count - 1)
        return failure.error
    }

    func stat(
        _ name: UnsafePointer<CChar>?,
        in directory: Int32,
        _ found: inout FileStat
    ) -> Int32 {
        if let name {
            lookedAt += 1
            looks.append((FileName(unsafe Array(String(cString: name).utf8)), urgency))
            if let error = failure(of: name) { return -error }
        }
        return process.stat(name, in: directory, &found)
    }

    func open(_ path: UnsafePointer<CChar>, in directory: Int32, for use: FileUse) -> Int32 {
        opened += 1
        return process.open(path, in: directory, for: use)
    }

    func duplicate(_ descriptor: Int32) -> Int32 { process.duplicate(descriptor) }

    func close(_ descriptor: Int32) { process.close(descriptor) }

    func contains(_ name: UnsafePointer<CChar>, in directory: Int32) -> Bool {
        process.contains(name, in: directory)
    }

    func list(_ directory: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        process.list(directory, into: buffer)
    }

    func rewind(_ directory: Int32) { process.rewind(directory) }

    func identity(_ descriptor: Int32) -> FileSystemIdentity? { process.identity(descriptor) }

    func mount(_ descriptor: Int32) -> UInt64 { process.mount(descriptor) }

    func isReadOnlySnapshot(_ directory: Int32) -> Bool { process.isReadOnlySnapshot(directory) }

    func setUrgency(_ urgency: DiskUrgency) { self.urgency = urgency }
}

/// Counts, so that a listing names the entries of a directory in the order in which they were made.
struct CountingGenerator: RandomNumberGenerator {
    private var last: UInt64 = 0

    mutating func next() -> UInt64 {
        last += 8
        return last
    }
}
