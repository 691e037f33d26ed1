internal import Foundation

/// Files that hold secrets.
enum PrivateFile {
    /// Writes a file that only its owner can read, and its group if the directory passes on its own.
    ///
    /// An existing file is replaced atomically, and a missing directory created.
    static func write(_ data: Data, to path: String) throws {
        let files = FileManager.default
        let above = (path as NSString).deletingLastPathComponent
        let directory = above.isEmpty ? "." : above
        try files.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let mode = try? files.attributesOfItem(atPath: directory)[.posixPermissions] as? Int
        let isShared = (mode ?? 0) & 0o2000 != 0
        let new = "\(path).\(UInt32.random(in: 0...UInt32.max)).new"
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = unsafe open(new, flags, isShared ? 0o640 : 0o600)
        guard descriptor >= 0 else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: new])
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try file.write(contentsOf: data)
            try file.synchronize()
            guard unsafe rename(new, path) == 0 else {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
        } catch {
            try? files.removeItem(atPath: new)
            throw error
        }
    }
}
