internal import CSystemCalls
internal import Glibc
internal import Kernel

/// A writer of files in a cache, each written as a whole or not at all.
///
/// A file gets its name when it is complete, so a killed process leaves nothing behind. Files are not synced: their
/// hash reveals those that a power cut left incomplete.
struct RenditionWriter {
    let directory: CacheDirectory

    /// Writes the file of a key, replacing an existing one.
    ///
    /// - Returns: The number of bytes of the file it replaced.
    func write(_ header: [UInt8], _ encoded: [UInt8], _ key: RenditionKey, time: Int64)
        throws(SystemError) -> Int
    {
        let part = try directory.openPart(key.path)
        defer { close(part) }
        let unnamed = heliograph_open_unnamed(part, 0o600)
        guard unnamed >= 0 else {
            return try writeNamed(header, encoded, key, part, time)
        }
        defer { close(unnamed) }
        try fill(unnamed, header, encoded, time)
        let named = unsafe key.path.withName { unsafe heliograph_name_file(unnamed, part, $0) }
        switch named {
        case 0: return 0
        case -EEXIST: break
        default: return try writeNamed(header, encoded, key, part, time)
        }
        let name = temporaryName()
        let linked = unsafe heliograph_name_file(unnamed, part, name)
        guard linked == 0 else { throw SystemError(code: -linked) }
        return try rename(name, key, part)
    }

    /// Writes a file on file systems that cannot create one without a name.
    private func writeNamed(
        _ header: [UInt8],
        _ encoded: [UInt8],
        _ key: RenditionKey,
        _ part: Int32,
        _ time: Int64
    ) throws(SystemError) -> Int {
        let name = temporaryName()
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = unsafe openat(part, name, flags, 0o600)
        guard file >= 0 else { throw SystemError(code: errno) }
        defer { close(file) }
        do throws(SystemError) {
            try fill(file, header, encoded, time)
            return try rename(name, key, part)
        } catch {
            unsafe unlinkat(part, name, 0)
            throw error
        }
    }

    private func fill(_ file: Int32, _ header: [UInt8], _ encoded: [UInt8], _ time: Int64)
        throws(SystemError)
    {
        for bytes in [header, encoded] {
            var done = 0
            while done < bytes.count {
                let count = unsafe bytes.withUnsafeBytes { bytes in
                    unsafe Glibc.write(
                        file,
                        bytes.baseAddress.map { unsafe $0 + done },
                        bytes.count - done
                    )
                }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw SystemError(code: count < 0 ? errno : ENOSPC) }
                done += count
            }
        }
        directory.settle(file, directory.fileMode)
        CacheTime.set(time, file)
    }

    private func rename(_ name: String, _ key: RenditionKey, _ part: Int32) throws(SystemError)
        -> Int
    {
        var found = stat()
        let replaced = unsafe key.path.withName { path in
            unsafe fstatat(part, path, &found, AT_SYMLINK_NOFOLLOW) == 0
        }
        let result = unsafe key.path.withName {
            unsafe renameat(part, name, part, $0) == 0 ? 0 : errno
        }
        guard result == 0 else {
            unsafe unlinkat(part, name, 0)
            throw SystemError(code: result)
        }
        return replaced ? Int(found.st_size) : 0
    }

    /// Returns a name that no picture has.
    private func temporaryName() -> String {
        ".\(String(UInt64.random(in: 0...UInt64.max), radix: 16))"
    }
}
