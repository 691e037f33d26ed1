internal import CSystemCalls
internal import GRDB
internal import GRDBSQLite
package import Kernel
package import PhotoModel

/// A view of a catalogue for one reader, in this process or another than the writer's.
///
/// Used from one thread. Each call sees one committed state.
///
/// The reader is the facade of queries over one ``ReadSession``.
package final class CatalogueReader {
    package let library: ObjectUUID
    let session: ReadSession
    let directories: DirectoryCache
    let identifiers: IdentifierQueries
    let assetQueries: AssetQueries
    let listings: ListingQueries
    let albumQueries: AlbumQueries
    let smartAlbumQueries: SmartAlbumQueries
    let moments: MomentQueries
    let collectionQueries: CollectionQueries
    let history: HistoryQueries
    let tracking: TrackingQueries

    /// - Throws: ``CatalogueError``.
    package init(path: String, time: any TimeSource = SystemClock.shared) throws {
        session = try ReadSession(path: path, time: time)
        library = try Self.library(of: session)
        directories = try DirectoryCache(session)
        identifiers = IdentifierQueries(session)
        let resolution = QueryResolution(session, identifiers)
        assetQueries = AssetQueries(session, directories, identifiers, resolution)
        listings = ListingQueries(session, resolution)
        albumQueries = AlbumQueries(session, directories)
        smartAlbumQueries = SmartAlbumQueries(session, listings)
        moments = MomentQueries(session)
        collectionQueries = CollectionQueries(
            session,
            directories,
            albumQueries,
            smartAlbumQueries,
            moments
        )
        history = HistoryQueries(session, library)
        tracking = TrackingQueries(
            session: session,
            directories: directories,
            assets: assetQueries,
            listings: listings,
            history: history
        )
    }

    /// Returns the identifier of the library; zero for one that was never written.
    private static func library(of session: ReadSession) throws -> ObjectUUID {
        try session.read {
            let query = session.prepare("SELECT uuid, \(LibraryEpoch.isSound) FROM library")
            let found = try query.first { row in
                guard row.blob(0).count == 16, row.integer(1) == 1 else {
                    throw CatalogueError.damaged(session.path, LibraryEpoch.wrong)
                }
                return ObjectUUID(bytes: row.blob(0))
            }
            if found == nil { try LibraryEpoch.requireNew(session.database) }
            return found ?? ObjectUUID(high: 0, low: 0)
        }
    }

    package var path: String { session.path }

    /// The connection; to be used within a snapshot only.
    var database: Database { session.database }

    /// Runs `body` on one committed state.
    @discardableResult
    package func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        try session.snapshot {
            try directories.refresh()
            return try body()
        }
    }

    /// Makes all snapshots see the present state, until ``unpin()``; meanwhile the write-ahead log only grows.
    package func pin() throws { try session.pin() }

    /// Makes snapshots see the latest commit again.
    package func unpin() { session.unpin() }

    /// Runs `body` without a snapshot: each statement sees the latest commit.
    package func withoutSnapshot<Result>(_ body: () throws -> Result) throws -> Result {
        try session.read(body)
    }

    /// Whether another file has taken the catalogue's place since it was opened, or none is there any more.
    package var isReplaced: Bool { session.isReplaced }

    /// Checks all of the catalogue, which takes about a second for each 100 MB.
    ///
    /// - Throws: ``CatalogueError`` if it is damaged.
    package func requireSound() throws {
        try session.read { try session.database.requireSound(path) }
    }

    /// Gives up what is kept in memory of the file, for a while without questions.
    package func rest() throws {
        try session.read {
            try session.statement("PRAGMA shrink_memory").run()
            directories.forget()
        }
        heliograph_release_memory()
    }

    /// The version of SQLite in use.
    package static var sqliteVersion: String { unsafe String(cString: sqlite3_libversion()) }
}

/// Directories and roots.
extension CatalogueReader {
    /// A directory the catalogue knows.
    package func directory(_ id: Int64) throws -> DirectoryRecord? { try directories[id] }

    /// A directory's path relative to its root; empty for the root itself.
    package func directoryPath(_ id: Int64) throws -> [UInt8] { try directories.path(id) }

    /// The path of a file relative to its root.
    package func path(_ directory: Int64, _ name: [UInt8]) throws -> [UInt8] {
        try directories.path(directory, name)
    }

    /// The absolute path of a directory; nil when its root is unknown.
    package func absolutePath(_ directory: Int64) throws -> [UInt8]? {
        try directories.absolutePath(directory)
    }

    /// A root by its ID.
    package func root(_ id: Int64) -> RootRecord? { directories.roots[id] }

    /// The path of a root, also of one that was forgotten or moved since; nil if that is not known any more.
    package func rootPath(_ id: Int64) throws -> [UInt8]? {
        if let root = root(id) { return root.path }
        return try session.statement("SELECT value FROM status WHERE key = ?")
            .bind(1, text: FormerRoots.key(id)).first { Array(($0.optionalText(0) ?? "").utf8) }
    }

    /// All roots in the order they were added.
    package var allRoots: [RootRecord] { directories.allRoots }
}

/// The library as a whole.
extension CatalogueReader {
    private var libraryQueries: LibraryQueries { LibraryQueries(session) }

    /// How many directories the catalogue knows to be there.
    package func directoryCount() throws -> Int { try libraryQueries.directoryCount() }

    /// The catalogue's number of a file system; nil when it knows nothing on it.
    package func volume(_ identity: UInt64) throws -> Int64? {
        try libraryQueries.volume(identity)
    }

    /// How many assets there are, and how many of them cannot be read.
    package func assetCounts() throws -> (all: Int64, unreadable: Int64) {
        try libraryQueries.assetCounts()
    }

    /// How many assets there are in a root.
    package func assetCount(ofRoot root: Int64) throws -> Int64 {
        try libraryQueries.assetCount(ofRoot: root)
    }

    /// Some assets that could not be read, the latest first.
    package func unreadable(limit: Int64) throws -> [AssetRecord] {
        try libraryQueries.unreadable(limit: limit)
    }

    /// Where some photos lie that could not be opened when that was last tried, and whether all is known of them from
    /// before.
    package func unopened(limit: Int64) throws -> [(directory: Int64, name: [UInt8], isKnown: Bool)]
    {
        try libraryQueries.unopened(limit: limit)
    }

    /// The values kept for `status`.
    package func status() throws -> [String: String] { try libraryQueries.status() }

    /// Whether the owner of the library wants no files added or deleted.
    package var isReadOnly: Bool { get throws { try libraryQueries.isReadOnly } }

    /// The directories that could not be listed when that was last tried, and why.
    package func unlisted() throws -> [(directory: Int64, reason: String)] {
        try libraryQueries.unlisted()
    }

    /// How many content identifiers more files of a directory share than can be one asset by it.
    package func crowdedIdentifiers() throws -> Int64 { try libraryQueries.crowdedIdentifiers() }

    /// Counts everything; takes longer the more there is.
    ///
    /// Call within ``snapshot(_:)``.
    package func totals() throws -> LibraryTotals { try libraryQueries.totals() }

    /// How many albums there are, of directories and made by users.
    package func albumCount() throws -> Int64 { try libraryQueries.albumCount() }

    /// Where the catalogue contradicts itself, in words; empty when it does not.
    package func contradictions() throws -> [String] {
        try ConsistencyCheck(
            session: session,
            directories: directories,
            assets: assetQueries,
            collections: collectionQueries,
            moments: moments
        ).contradictions()
    }
}
