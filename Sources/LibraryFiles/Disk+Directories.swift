internal import CSystemCalls
internal import Glibc
internal import Kernel

extension Disk {
    /// Opens a directory by its path, which must not be a symbolic link itself.
    static func directory(_ path: [UInt8]) throws(SystemError) -> Descriptor {
        try directory(FileName(path), in: AT_FDCWD)
    }

    /// Opens a directory in another one; fails for a symbolic link.
    static func directory(_ name: FileName, in parent: Int32) throws(SystemError) -> Descriptor {
        let flags = HELIOGRAPH_O_PATH | O_DIRECTORY | O_NOFOLLOW
        let number = unsafe name.withCString { unsafe heliograph_open_at(parent, $0, flags) }
        guard number >= 0 else { throw SystemError(code: -number) }
        return Descriptor(owning: number)
    }

    /// Returns the owner of a file or directory; nil if it cannot be determined.
    static func owner(_ file: Descriptor) -> uid_t? {
        var found = Glibc.stat()
        return unsafe fstat(file.number, &found) == 0 ? found.st_uid : nil
    }

    /// Opens a directory by its path, following symbolic links.
    static func opened(_ path: [UInt8]) throws(SystemError) -> Descriptor {
        let flags = HELIOGRAPH_O_PATH | O_DIRECTORY
        let number = unsafe FileName(path).withCString {
            unsafe heliograph_open_at(AT_FDCWD, $0, flags)
        }
        guard number >= 0 else { throw SystemError(code: -number) }
        return Descriptor(owning: number)
    }

    /// Returns the path of a directory without symbolic links.
    static func resolved(_ path: [UInt8]) throws(SystemError) -> [UInt8] {
        let found = unsafe FileName(path.isEmpty ? [UInt8(ascii: ".")] : path).withCString {
            unsafe realpath($0, nil)
        }
        guard let found = unsafe found else { throw SystemError(code: errno) }
        defer { unsafe free(found) }
        return unsafe Array(UnsafeRawBufferPointer(start: found, count: strlen(found)))
    }
}
