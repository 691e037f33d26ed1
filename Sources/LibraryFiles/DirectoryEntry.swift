internal import CSystemCalls
internal import Glibc
internal import Kernel

/// A name in an open directory.
///
/// All operations apply to that directory, even if its path leads to something else later. A symbolic link with the
/// name is never followed.
struct DirectoryEntry {
    let directory: Disk.Descriptor
    let name: FileName
    /// The path by which the entry was reached, for people and for journals.
    let path: [UInt8]

    init(_ name: [UInt8], in directory: Disk.Descriptor, at path: [UInt8]) {
        (self.name, self.directory, self.path) = (FileName(name), directory, path)
    }

    /// Creates an entry from a path, whose directory is opened through symbolic links above it.
    init(_ path: [UInt8]) throws(SystemError) {
        let (directory, name) = Disk.split(path)
        self.init(name, in: try Disk.directory(directory), at: path)
    }

    /// The attributes of the file; nil if nothing has the name.
    var stat: FileStat? {
        get throws(SystemError) {
            do {
                return try unsafe name.withCString { name throws(SystemError) in
                    try unsafe FileStat.of(name, in: directory.number)
                }
            } catch {
                guard error.code == ENOENT else { throw error }
                return nil
            }
        }
    }

    /// Whether the name is taken.
    var isTaken: Bool {
        get throws(SystemError) { try stat != nil }
    }

    func open(_ flags: Int32) throws(SystemError) -> Disk.Descriptor {
        let number = unsafe name.withCString {
            unsafe heliograph_open_at(
                directory.number,
                $0,
                flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
            )
        }
        guard number >= 0 else { throw SystemError(code: -number) }
        return Disk.Descriptor(owning: number)
    }

    /// Creates a file, failing if the name exists.
    func create(mode: mode_t) throws(SystemError) -> Disk.Descriptor {
        let flags = O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW | O_CLOEXEC
        let number = unsafe name.withCString { unsafe openat(directory.number, $0, flags, mode) }
        guard number >= 0 else { throw SystemError(code: errno) }
        return Disk.Descriptor(owning: number)
    }

    func makeDirectory(mode: mode_t) throws(SystemError) {
        let status = unsafe name.withCString {
            unsafe mkdirat(directory.number, $0, mode) == 0 ? 0 : errno
        }
        guard status == 0 else { throw SystemError(code: status) }
    }

    /// Renames the file, failing if the new name exists.
    func rename(to other: DirectoryEntry) throws(SystemError) {
        let status = unsafe name.withCString { from in
            unsafe other.name.withCString { to in
                unsafe heliograph_rename_exclusive(
                    directory.number,
                    from,
                    other.directory.number,
                    to
                )
            }
        }
        guard status == 0 else { throw SystemError(code: -status) }
    }

    /// Removes the file and returns an error number, or 0.
    @discardableResult
    func remove() -> Int32 {
        unsafe name.withCString { unsafe unlinkat(directory.number, $0, 0) == 0 ? 0 : errno }
    }

    @discardableResult
    func removeDirectory() -> Int32 {
        unsafe name.withCString {
            unsafe unlinkat(directory.number, $0, Int32(AT_REMOVEDIR)) == 0 ? 0 : errno
        }
    }

    /// Returns the entry with another name in the same directory.
    func renamed(_ name: [UInt8]) -> DirectoryEntry {
        DirectoryEntry(name, in: directory, at: Disk.join(Disk.split(path).directory, name))
    }
}
