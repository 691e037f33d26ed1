import Foundation
import Testing

/// A directory of the machine, mounted through FUSE by `Tests/LyingDisk/lying-disk`, which lies about what is in it.
final class LyingDisk {
    /// What is seen at ``place``; whatever is changed here nobody is told of.
    let store: URL
    let place: URL
    private let lies: [String]
    private var server: Process?

    /// Mounts a disk with these lies, see `lying-disk`, over the folder of photos.
    init(_ program: Program, _ lies: [String]) throws {
        (store, place, self.lies) = (
            program.work.appendingPathComponent("store"), program.photos, lies
        )
        try FileManager.default.createDirectory(at: store, withIntermediateDirectories: true)
        try mount()
    }

    deinit { unmount() }

    static let isPossible =
        Mount.isPossible && access("/dev/fuse", R_OK | W_OK) == 0
        && access("/usr/bin/python3", X_OK) == 0

    func mount() throws {
        let server = Process()
        server.executableURL = Program.package.appendingPathComponent("Tests/LyingDisk/lying-disk")
        server.arguments = [store.path, place.path] + lies
        let pipe = Pipe.closedInOthers()
        server.standardOutput = pipe
        try server.run()
        self.server = server
        try #require(Lines(pipe).next() == "mounted")
    }

    func unmount() {
        try? Mount.run("umount", "-l", place.path)
        server?.waitPatiently()
        server = nil
    }

    func remount() throws {
        unmount()
        try mount()
    }

    /// Renames as rename(2) does, whatever the new name finds.
    func rename(_ old: String, _ new: String) throws {
        try Self.rename(old, new, in: place)
    }

    /// Likewise, where nobody is told of it.
    func renameUnseen(_ old: String, _ new: String) throws {
        try Self.rename(old, new, in: store)
    }

    private static func rename(_ old: String, _ new: String, in directory: URL) throws {
        let (from, to) = ("\(directory.path)/\(old)", "\(directory.path)/\(new)")
        guard Glibc.rename(from, to) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
