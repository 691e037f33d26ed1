internal import PhotoModel

/// Everything that is made of assets: albums and folders, bursts, smart albums, moments.
///
/// Each keeps what a transaction has changed of it until that ends; ``CatalogueWriter`` has them apply it then, in an
/// order that follows what depends on what.
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

    /// Enqueues an asset that nobody knew: it is in no album of the user's yet.
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

    /// Applies what was added up: counts, appearing and vanishing collections, who represents a burst.
    func applyPendingUpdates() throws {
        try bursts.applyPendingUpdates()
        try albums.applyPendingUpdates()
        // Without the indexes of the dates, as in a first index, it would take long.
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
