internal import CSystemCalls
internal import Glibc
internal import Kernel

/// File operations on absolute paths, as bytes; errors name the file.
enum Disk {
    /// A descriptor that is closed with its last reference.
    final class Descriptor {
        let number: Int32

        init(owning number: Int32) { self.number = number }

        deinit { close(number) }
    }

    /// Splits a path into the directory and the name.
    static func split(_ path: [UInt8]) -> (directory: [UInt8], name: [UInt8]) {
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return ([], path) }
        let directory = Array(path[..<slash])
        return (directory.isEmpty ? [UInt8(ascii: "/")] : directory, Array(path[(slash + 1)...]))
    }

    static func join(_ directory: [UInt8], _ name: [UInt8]) -> [UInt8] {
        directory.last == UInt8(ascii: "/")
            ? directory + name : directory + [UInt8(ascii: "/")] + name
    }

    static func open(
        _ path: [UInt8],
        _ flags: Int32,
        _ what: String = "opened"
    ) throws(LibraryFileError) -> Descriptor {
        let number = unsafe FileName(path).withCString {
            unsafe heliograph_open_at(AT_FDCWD, $0, flags)
        }
        guard number >= 0 else { throw LibraryFileError(-number, what, path) }
        return Descriptor(owning: number)
    }

    static func stat(_ path: [UInt8]) -> FileStat? {
        unsafe FileName(path).withCString { try? unsafe FileStat.of($0, in: AT_FDCWD) }
    }

    /// Whether a path exists, even as a dangling link.
    static func exists(_ path: [UInt8]) -> Bool { stat(path) != nil }

    /// Writes changes in directories through to the disk.
    static func sync(directories: Set<[UInt8]>) throws(LibraryFileError) {
        for path in directories.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            let directory = try open(path, O_RDONLY | O_DIRECTORY, "written")
            // A file system that does not support this for directories writes them synchronously.
            guard fsync(directory.number) == 0 || errno == EINVAL else {
                throw LibraryFileError(errno, "written", path)
            }
        }
    }

    static func write(_ bytes: [UInt8], to file: Int32) throws(SystemError) {
        var position = 0
        while position < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.write(
                    file,
                    $0.baseAddress.map { unsafe $0 + position },
                    $0.count - position
                )
            }
            if count < 0 {
                guard errno == EINTR else { throw SystemError(code: errno) }
                continue
            }
            position += count
        }
    }

    static func read(_ file: Int32, limit: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        var position = 0
        while position < limit {
            let count = unsafe bytes.withUnsafeMutableBytes {
                unsafe pread(
                    file,
                    $0.baseAddress.map { unsafe $0 + position },
                    limit - position,
                    off_t(position)
                )
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            position += count
        }
        return Array(bytes[..<position])
    }

    /// Returns the names in a directory.
    static func names(in path: [UInt8]) -> [[UInt8]] {
        guard let directory = unsafe FileName(path).withCString({ unsafe opendir($0) }) else {
            return []
        }
        defer { unsafe closedir(directory) }
        var names: [[UInt8]] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe Array(bytes.prefix { $0 != 0 })
            }
            names.append(name)
        }
        return names
    }

    /// Returns sixteen random digits.
    static func randomName() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
