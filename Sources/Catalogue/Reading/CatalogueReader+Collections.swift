package import PhotoModel
package import PredicateFormat

/// Albums, folders, smart albums and moments.
extension CatalogueReader {
    /// Collections in the order a user sees them: folders and albums by path, then those the user made,
    /// smart albums, moments by date; call within ``snapshot(_:)``.
    package func collections(
        _ kinds: Set<ObjectKind> = [.album, .folder, .smartAlbum, .moment]
    ) throws -> [CollectionRecord] {
        try collectionQueries.all(kinds)
    }

    /// The albums of directories and those the user made, without their dates.
    package func albums() throws -> [CollectionRecord] { try albumQueries.albums() }

    /// The folders, of directories and user-made.
    package func folders() throws -> [CollectionRecord] { try albumQueries.folders() }

    /// An album, folder, smart album or moment as it is now, or nil when there is none.
    package func collection(_ id: Int64, _ kind: HistoryKind) throws -> CollectionRecord? {
        try collectionQueries.collection(id, kind)
    }

    /// The collection with an identifier.
    package func collection(_ uuid: ObjectUUID) throws -> CollectionRecord? {
        try collectionQueries.collection(uuid)
    }

    /// What is in a folder.
    ///
    /// A directory that holds both assets and directories is a folder with an album of the same title.
    package func children(of folder: CollectionRecord) throws -> [CollectionRecord] {
        try collectionQueries.children(of: folder)
    }

    /// What lies in the roots, root by root, then what the user made and put into no folder.
    package func topLevel() throws -> [CollectionRecord] { try collectionQueries.topLevel() }

    /// The folder a collection is in.
    package func parent(of record: CollectionRecord) throws -> CollectionRecord? {
        try collectionQueries.parent(of: record)
    }

    /// The albums an asset is in: its directory's, directories' it was added to, and the user's.
    package func albums(containing record: AssetRecord) throws -> [CollectionRecord] {
        try albumQueries.albums(containing: record)
    }

    /// The user-made albums an asset is a member of.
    package func userAlbums(containing asset: Int64) throws -> [CollectionRecord] {
        try albumQueries.userAlbums(containing: asset)
    }

    /// A collection with the dates of its first and its last asset where an index tells them: of a moment, an album,
    /// and the smart album of all assets.
    package func dated(_ record: CollectionRecord) throws -> CollectionRecord {
        try collectionQueries.dated(record)
    }

    /// When a collection changed last, in microseconds since 1970; nil when the history does not go back to it.
    package func modificationDate(of record: CollectionRecord) throws -> Int64? {
        try collectionQueries.modificationDate(of: record)
    }

    /// Returns the query for the members of a collection; nil for one that contains collections.
    package func query(_ record: CollectionRecord) throws -> AssetQuery? {
        try collectionQueries.query(record)
    }

    /// What a user put into an album, in its order; nil for a collection that nothing is put into.
    package func addedAssets(_ collection: CollectionRecord) throws -> [ObjectUUID]? {
        try albumQueries.addedAssets(collection)
    }

    /// Whether assets that lie elsewhere were added to a directory's album.
    package func hasMembers(_ directory: Int64) throws -> Bool {
        try albumQueries.hasMembers(directory)
    }

    /// The identifier of the album an asset of this directory is in.
    package func albumUUID(_ directory: Int64) throws -> ObjectUUID? {
        try collectionQueries.albumUUID(directory)
    }

    /// What the members of a smart album are.
    package func smartAlbumDefinition(_ id: Int64) throws -> SmartAlbumDefinition? {
        try smartAlbumQueries.definition(id)
    }

    /// The moment an asset is in.
    package func moment(of item: MomentClustering.Item) throws -> CollectionRecord? {
        try moments.moment(of: item)
    }

    /// Moments with what divides them into clusters and years.
    package func momentLists() throws -> (clusters: [MomentList], years: [MomentList]) {
        try moments.lists(library)
    }
}
