import Kernel

/// The machine's file systems, with others mounted over some paths as far as anyone asks which one it is.
final class OverlaidFiles: FileSystemCalls {
    /// The number of the file system at a path and below it.
    var mounts: [String: UInt64] = [:]
    /// The error of every call about a path.
    var errors: [String: Int32] = [:]
    private var paths: [Int32: String] = [:]
    private let files = LinuxFileSystem.shared

    func open(
        _ path: UnsafePointer<CChar>,
        in directory: Int32,
        for use: FileUse
    ) -> Int32 {
        if let error = unsafe errors[String(cString: path)] { return -error }
        let descriptor = unsafe files.open(path, in: directory, for: use)
        if descriptor >= 0 { paths[descriptor] = unsafe String(cString: path) }
        return descriptor
    }

    func duplicate(_ descriptor: Int32) -> Int32 { files.duplicate(descriptor) }

    func close(_ descriptor: Int32) {
        paths[descriptor] = nil
        files.close(descriptor)
    }

    func stat(
        _ name: UnsafePointer<CChar>?,
        in directory: Int32,
        _ found: inout FileStat
    ) -> Int32 {
        if let name, let place = paths[directory],
            let error = unsafe errors["\(place)/\(String(cString: name))"]
        {
            return -error
        }
        return unsafe files.stat(name, in: directory, &found)
    }

    func contains(_ name: UnsafePointer<CChar>, in directory: Int32) -> Bool {
        unsafe files.contains(name, in: directory)
    }

    func list(_ directory: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        unsafe files.list(directory, into: buffer)
    }

    func rewind(_ directory: Int32) { files.rewind(directory) }

    func identity(_ descriptor: Int32) -> FileSystemIdentity? {
        guard let path = paths[descriptor],
            let mount = mounts.first(where: { path == $0.key || path.hasPrefix($0.key + "/") })
        else { return files.identity(descriptor) }
        return FileSystemIdentity(number: mount.value, type: 0xEF53)
    }

    func mount(_ descriptor: Int32) -> UInt64 { files.mount(descriptor) }

    func isReadOnlySnapshot(_ directory: Int32) -> Bool { files.isReadOnlySnapshot(directory) }

    func setUrgency(_ urgency: DiskUrgency) {}
}
