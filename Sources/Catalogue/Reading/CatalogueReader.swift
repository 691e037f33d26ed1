internal import CSystemCalls
internal import GRDB
internal import GRDBSQLite
package import Kernel
package import PhotoModel

/// A reader's view of a catalogue, in the writer's process or another.
///
/// Used from one thread. Each call sees one committed state.
///
/// The reader is a facade for the queries over one ``ReadSession``.
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

    /// Returns the identifier of the library; zero if it was never written.
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

    /// The connection, for use within a snapshot only.
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

    /// Whether another file has taken the catalogue's place since it was opened, or the file is gone.
    package var isReplaced: Bool { session.isReplaced }

    /// Checks all of the catalogue, which takes about a second for each 100 MB.
    ///
    /// - Throws: ``CatalogueError`` if it is damaged.
    package func requireSound() throws {
        try session.read { try session.database.requireSound(path) }
    }

    /// Releases the memory that caches the file, before a while without queries.
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
    /// Returns a directory that the catalogue knows.
    package func directory(_ id: Int64) throws -> DirectoryRecord? { try directories[id] }

    /// Returns a directory's path relative to its root; empty for the root itself.
    package func directoryPath(_ id: Int64) throws -> [UInt8] { try directories.path(id) }

    /// Returns the path of a file relative to its root.
    package func path(_ directory: Int64, _ name: [UInt8]) throws -> [UInt8] {
        try directories.path(directory, name)
    }

    /// Returns the absolute path of a directory; nil if its root is unknown.
    package func absolutePath(_ directory: Int64) throws -> [UInt8]? {
        try directories.absolutePath(directory)
    }

    /// Returns a root by its ID.
    package func root(_ id: Int64) -> RootRecord? { directories.roots[id] }

    /// Returns the path of a root, even one that was removed or moved since; nil if it is no longer known.
    package func rootPath(_ id: Int64) throws -> [UInt8]? {
        if let root = root(id) { return root.path }
        return try session.status(FormerRoots.key(id)).map { Array($0.utf8) }
    }

    /// All roots in the order they were added.
    package var allRoots: [RootRecord] { directories.allRoots }
}

/// The library as a whole.
extension CatalogueReader {
    private var libraryQueries: LibraryQueries { LibraryQueries(session) }

    /// Returns the number of directories that the catalogue takes to exist.
    package func directoryCount() throws -> Int { try libraryQueries.directoryCount() }

    /// Returns the catalogue's number of a file system; nil if the catalogue has nothing on it.
    package func volume(_ identity: UInt64) throws -> Int64? {
        try libraryQueries.volume(identity)
    }

    /// Returns the number of assets, and of those that cannot be read.
    package func assetCounts() throws -> (all: Int64, unreadable: Int64) {
        try libraryQueries.assetCounts()
    }

    /// Returns the number of assets in a root.
    package func assetCount(ofRoot root: Int64) throws -> Int64 {
        try libraryQueries.assetCount(ofRoot: root)
    }

    /// Returns some assets that could not be read, the latest first.
    package func unreadable(limit: Int64) throws -> [AssetRecord] {
        try libraryQueries.unreadable(limit: limit)
    }

    /// Returns some photos that could not be opened at the last attempt, and whether their properties are known from
    /// before.
    package func unopened(limit: Int64) throws -> [(directory: Int64, name: [UInt8], isKnown: Bool)]
    {
        try libraryQueries.unopened(limit: limit)
    }

    /// Returns the values stored for `status`.
    package func status() throws -> [String: String] { try libraryQueries.status() }

    /// The name of the time zone that is assumed for photos that give none.
    package var timeZone: String { get throws { try session.zone().identifier } }

    /// Whether the owner of the library allows no files to be added or deleted.
    package var isReadOnly: Bool { get throws { try libraryQueries.isReadOnly } }

    /// Returns the directories that could not be listed at the last attempt, with the reasons.
    package func unlisted() throws -> [(directory: Int64, reason: String)] {
        try libraryQueries.unlisted()
    }

    /// Returns the number of content identifiers that more files of a directory share than can form one asset.
    package func crowdedIdentifiers() throws -> Int64 { try libraryQueries.crowdedIdentifiers() }

    /// Counts everything; takes longer for larger libraries.
    ///
    /// Call within ``snapshot(_:)``.
    package func totals() throws -> LibraryTotals { try libraryQueries.totals() }

    /// Returns the number of albums, of directories and user-made.
    package func albumCount() throws -> Int64 { try libraryQueries.albumCount() }

    /// Describes the contradictions in the catalogue; empty if it is consistent.
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
