internal import PhotoModel

/// All collections derived from assets: albums and folders, bursts, smart albums, moments.
///
/// Each keeps the changes of a transaction until its end; ``CatalogueWriter`` applies them then, in the order
/// of their dependencies.
final class Collections {
    let albums: DirectoryAlbums
    let bursts: BurstIndex
    let smartAlbums: SmartAlbumCounts
    let moments: MomentIndex
    let members: AlbumMembers
    let made: UserCollections

    init(
        _ connection: WriteConnection,
        _ log: ChangeLog,
        _ clock: WriterClock,
        _ identifiers: IdentifierSource,
        _ directories: DirectoryStore,
        _ assets: AssetTable
    ) throws {
        albums = DirectoryAlbums(directories, log)
        made = try UserCollections(connection, log)
        members = try AlbumMembers(connection, directories, albums, made)
        smartAlbums = try SmartAlbumCounts(connection, log, clock, identifiers)
        bursts = try BurstIndex(connection, log, assets, smartAlbums)
        moments = try MomentIndex(connection, log, clock, identifiers)
    }

    /// Enqueues a new asset, which is in no user-created album yet.
    func assetAdded(_ record: AssetRecord) throws {
        albums.count(assets: 1, in: record.directory)
        if let place = BurstPlace(record) {
            try bursts.assetChanged(record.id, from: nil, to: place)
        }
        moments.assetChanged(record.id, from: nil, to: record.momentItem)
        smartAlbums.assetAdded(record)
    }

    /// Enqueues an asset that comes (`after` only), goes (`before` only) or changes.
    func assetChanged(from before: AssetRecord?, to after: AssetRecord?) throws {
        albums.assetChanged(from: before, to: after)
        if let id = (after ?? before)?.id {
            try bursts.assetChanged(
                id,
                from: before.flatMap(BurstPlace.init),
                to: after.flatMap(BurstPlace.init)
            )
            moments.assetChanged(id, from: before?.momentItem, to: after?.momentItem)
        }
        smartAlbums.assetChanged(from: before, to: after)
        try members.assetChanged(from: before, to: after)
    }

    var hasPendingUpdates: Bool {
        albums.hasPendingUpdates || smartAlbums.hasPendingUpdates || bursts.hasPendingUpdates
            || moments.hasPendingUpdates || members.hasPendingUpdates
    }

    /// Applies the accumulated changes: counts, appearing and vanishing collections, representatives of bursts.
    func applyPendingUpdates() throws {
        try bursts.applyPendingUpdates()
        try albums.applyPendingUpdates()
        // It would take long without the indexes by date, which a first index lacks.
        if moments.isKept { try smartAlbums.age() }
        try smartAlbums.giveUpSlowAlbums()
        try smartAlbums.applyPendingUpdates()
        try members.applyPendingUpdates()
        try moments.applyPendingUpdates()
        discardPendingUpdates()
    }

    func discardPendingUpdates() {
        albums.discardPendingUpdates()
        bursts.discardPendingUpdates()
        smartAlbums.discardPendingUpdates()
        moments.discardPendingUpdates()
        members.discardPendingUpdates()
    }
}
