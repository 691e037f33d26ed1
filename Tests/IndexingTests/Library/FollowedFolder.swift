import Catalogue
import FolderWatch
import Foundation
import Kernel
import Logging
import PhotoModel

@testable import Indexing

/// A folder on disk that is followed as a root, with the parts of the indexer around it.
///
/// There is no watcher: a test says what that would tell.
final class FollowedFolder {
    let photos: URL
    let context: IndexingContext
    let tree = WatchedTree()
    let missing = MissingFiles()
    let session: WatcherSession
    let roots: RootMonitor
    let reading: FileReading
    let files: FileFrames
    /// The catalogue's number of the folder.
    private(set) var directory: Int64 = 0
    private let base: URL

    init(acceptsReplacedRoots: Bool = false) throws {
        let temporary = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        base = temporary.appending(path: "followed-\(UUID())")
        photos = base.appending(path: "photos")
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
        let path = base.appending(path: "catalogue").path
        var options = IndexingOptions(catalogue: path, roots: [])
        options.acceptedRoots = acceptsReplacedRoots ? .all : .none
        context = IndexingContext(
            options: options,
            writer: try CatalogueWriter(path: path),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            system: .linux
        )
        session = WatcherSession(context)
        let unlisted = UnlistedDirectories(context.writer, tree)
        roots = RootMonitor(context, tree, missing, session, unlisted)
        reading = FileReading(context, tree, ObservationQueue(), RetryQueue())
        files = FileFrames(
            context,
            tree,
            missing,
            roots,
            RootEstablishment(context.writer),
            reading,
            session.progress,
            unlisted
        )
        let root = try writer.write { try writer.addRoot(Array(photos.path.utf8)) }
        directory = root.directory
        try follow()
    }

    deinit { try? FileManager.default.removeItem(at: base) }

    var writer: CatalogueWriter { context.writer }
    var isOffline: Bool { writer.roots.values.contains { $0.state == .offline } }

    /// The number under which the folder itself is followed.
    var number: UInt32 { tree[directory]?.number ?? 0 }

    func url(_ name: String) -> URL { photos.appending(path: name) }

    func write(_ name: String) throws { try Data(name.utf8).write(to: url(name)) }

    /// The catalogue and the watcher come to know the folder as it is now.
    private func follow() throws {
        let opened = try OpenDirectory(path: Array(photos.path.utf8), context.system.files)
        guard let identity = opened.identity, var record = writer.directories[directory] else {
            return
        }
        let found = try opened.stat
        let stat = DirectoryStat(
            device: found.device,
            inode: found.inode,
            born: found.born,
            volume: identity.number,
            fileSystem: identity.type
        )
        try writer.write {
            record.volume = try writer.volume(identity.number)
            (record.inode, record.born) = (Int64(bitPattern: found.inode), found.born)
            try writer.update(record)
        }
        let followed = WatchedDirectory(
            directory: directory,
            inode: found.inode,
            born: found.born,
            device: tree.device(of: stat, volume: record.volume),
            root: record.root,
            isUntrusted: false
        )
        tree.attach(followed, as: 1)
    }

    /// Writes a photo that the catalogue knows.
    func addPhoto(_ name: String) throws -> AssetRecord {
        try write(name)
        var record = AssetRecord()
        (record.directory, record.file.directory) = (directory, directory)
        (record.mediaType, record.file.name) = (.image, Array(name.utf8))
        try writer.transaction { try writer.insert(record) }
        let file = try writer.file(directory, Array(name.utf8))
        return try file.flatMap { try writer.asset($0.id) } ?? record
    }
}
