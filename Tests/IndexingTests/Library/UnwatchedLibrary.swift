import Catalogue
import Extraction
import FolderWatch
import Foundation
import Kernel
import Logging
import PhotoModel

@testable import Indexing

/// Root folders on disk, their catalogue, and the parts of an indexer that others are made of.
///
/// Nothing watches and nothing reads: tests do to each part what frames would.
final class UnwatchedLibrary {
    private final class Clock: TimeSource {
        var milliseconds: Int64 = 1_000_000
        var date: Int64 = 1_700_000_000_000_000
    }

    let context: IndexingContext
    let files = OverlaidFiles()
    let tree = WatchedTree()
    let missing = MissingFiles()
    let session: WatcherSession
    let roots: RootMonitor
    private let folder: URL
    private let clock = Clock()

    var writer: CatalogueWriter { context.writer }
    var now: Int64 { clock.milliseconds }

    /// Lets time pass.
    func wait(milliseconds: Int64) { clock.milliseconds += milliseconds }

    /// `acceptsReplacedRoots`: Whether the indexer was started with `--accept-root`.
    init(acceptsReplacedRoots: Bool = false) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appending(path: "catalogue").path
        var options = IndexingOptions(catalogue: path, roots: [])
        options.acceptedRoots = acceptsReplacedRoots ? .all : .none
        context = IndexingContext(
            options: options,
            writer: try CatalogueWriter(path: path),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            system: IndexingSystem(
                files: files,
                helpers: HelperSystem(
                    programs: NoPrograms(),
                    channels: LinuxChannels.shared,
                    time: clock
                ),
                random: { 0 }
            )
        )
        session = WatcherSession(context)
        roots = RootMonitor(
            context,
            tree,
            missing,
            session,
            UnlistedDirectories(context.writer, tree)
        )
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    // MARK: Disk

    /// Where a path below the test's folder is on disk.
    func url(_ path: String) -> URL { folder.appending(path: path) }

    func save(_ path: String) throws { try Data(path.utf8).write(to: url(path)) }

    func makeDirectory(_ path: String) throws {
        try FileManager.default.createDirectory(at: url(path), withIntermediateDirectories: true)
    }

    func remove(_ path: String) throws { try FileManager.default.removeItem(at: url(path)) }

    func rename(_ path: String, _ other: String) throws {
        try FileManager.default.moveItem(at: url(path), to: url(other))
    }

    func link(_ path: String, _ other: String) throws {
        try FileManager.default.linkItem(at: url(path), to: url(other))
    }

    /// Mounts another file system over a path.
    func mount(_ path: String) { files.mounts[url(path).path] = 77 }
}

/// What the catalogue knows, and what is followed.
extension UnwatchedLibrary {
    /// Makes the folder of a root, known and followed.
    func addRoot(_ path: String) throws -> Int64 {
        try makeDirectory(path)
        let root = try writer.write { try writer.addRoot(Array(url(path).path.utf8)) }
        try identify(root.directory)
        let followed = Array(tree.all)
        tree.reset(roots: writer.roots.keys.sorted())
        for directory in followed { try follow(directory.directory) }
        try follow(root.directory)
        return root.id
    }

    /// The directory of a root.
    func directory(of root: Int64) -> Int64 { writer.roots[root]?.directory ?? 0 }

    /// Makes a directory, known and followed.
    func addDirectory(_ name: String, in parent: Int64) throws -> Int64 {
        let id = try writer.write {
            var record = DirectoryRecord()
            record.root = writer.directories[parent]?.root ?? 0
            (record.parent, record.name) = (parent, Array(name.utf8))
            return try writer.insert(record).id
        }
        let path = String(decoding: writer.absolutePath(id) ?? [], as: UTF8.self)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try identify(id)
        try follow(id)
        return id
    }

    /// Adds the asset that a file is; the file is made if there is none.
    func addPhoto(_ name: String, in directory: Int64) throws -> Int64 {
        let opened = try OpenDirectory(path: writer.absolutePath(directory) ?? [], files)
        let bytes = Array(name.utf8)
        if (try? opened.stat(FileName(bytes))) == nil {
            let folder = String(decoding: writer.absolutePath(directory) ?? [], as: UTF8.self)
            try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)"))
        }
        let stat = try opened.stat(FileName(bytes))
        return try writer.write {
            var record = AssetRecord()
            (record.directory, record.mediaType, record.uti) = (directory, .image, "public.jpeg")
            (record.file.directory, record.file.name) = (directory, bytes)
            record.file.identity = FileIdentity(
                volume: writer.directories[directory]?.volume ?? 0,
                inode: Int64(bitPattern: stat.inode),
                size: Int64(stat.size),
                modified: stat.modified,
                born: stat.born
            )
            try writer.insert(record)
            return try writer.file(directory, bytes)?.id ?? 0
        }
    }

    /// Follows a directory as it is on disk now, as if its file system were of a `statfs` type.
    func follow(_ directory: Int64, fileSystem: Int64 = 0xEF53) throws {
        guard let record = writer.directories[directory] else { return }
        let found = try OpenDirectory(path: writer.absolutePath(directory) ?? [], files).stat
        let stat = DirectoryStat(
            device: found.device,
            inode: found.inode,
            born: found.born,
            volume: 1,
            fileSystem: fileSystem
        )
        tree.attach(
            WatchedDirectory(
                directory: directory,
                inode: found.inode,
                born: found.born,
                device: tree.device(of: stat, volume: record.volume),
                root: record.root,
                isUntrusted: false
            ),
            as: UInt32(directory)
        )
    }

    /// The watcher has told that a directory has gone.
    func unfollow(_ directory: Int64) { _ = tree.detach(UInt32(directory)) }

    /// Makes a directory of the catalogue the one that is on disk.
    private func identify(_ directory: Int64) throws {
        guard var record = writer.directories[directory] else { return }
        let opened = try OpenDirectory(path: writer.absolutePath(directory) ?? [], files)
        let stat = try opened.stat
        try writer.write {
            record.volume = try writer.volume(opened.identity?.number ?? 0)
            (record.inode, record.born) = (Int64(bitPattern: stat.inode), stat.born)
            try writer.update(record)
        }
    }
}
