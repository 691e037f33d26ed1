package import PhotoModel
package import PredicateFormat

/// Albums, folders, smart albums and moments.
extension CatalogueReader {
    /// Returns collections in the order a user sees them: folders and albums by path, then user-made ones, smart
    /// albums, moments by date; call within ``snapshot(_:)``.
    package func collections(
        _ kinds: Set<ObjectKind> = [.album, .folder, .smartAlbum, .moment]
    ) throws -> [CollectionRecord] {
        try collectionQueries.all(kinds)
    }

    /// Returns the albums of directories and the user-made ones, without their dates.
    package func albums() throws -> [CollectionRecord] { try albumQueries.albums() }

    /// Returns the folders, of directories and user-made.
    package func folders() throws -> [CollectionRecord] { try albumQueries.folders() }

    /// Returns an album, folder, smart album or moment in its present state, or nil if it does not exist.
    package func collection(_ id: Int64, _ kind: HistoryKind) throws -> CollectionRecord? {
        try collectionQueries.collection(id, kind)
    }

    /// Returns the collection with an identifier.
    package func collection(_ uuid: ObjectUUID) throws -> CollectionRecord? {
        try collectionQueries.collection(uuid)
    }

    /// Returns the collections in a folder.
    ///
    /// A directory that holds both assets and directories is a folder with an album of the same title.
    package func children(of folder: CollectionRecord) throws -> [CollectionRecord] {
        try collectionQueries.children(of: folder)
    }

    /// Returns the top-level collections of the roots, root by root, then the user-made ones that are in no folder.
    package func topLevel() throws -> [CollectionRecord] { try collectionQueries.topLevel() }

    /// Returns the folder a collection is in.
    package func parent(of record: CollectionRecord) throws -> CollectionRecord? {
        try collectionQueries.parent(of: record)
    }

    /// Returns the albums an asset is in: its directory's, those of directories it was added to, and user-made ones.
    package func albums(containing record: AssetRecord) throws -> [CollectionRecord] {
        try albumQueries.albums(containing: record)
    }

    /// Returns the user-made albums that an asset is a member of.
    package func userAlbums(containing asset: Int64) throws -> [CollectionRecord] {
        try albumQueries.userAlbums(containing: asset)
    }

    /// Returns a collection with the dates of its first and its last asset where an index provides them: for a moment,
    /// an album, and the smart album of all assets.
    package func dated(_ record: CollectionRecord) throws -> CollectionRecord {
        try collectionQueries.dated(record)
    }

    /// Returns when a collection last changed, in microseconds since 1970; nil if the history does not go back that
    /// far.
    package func modificationDate(of record: CollectionRecord) throws -> Int64? {
        try collectionQueries.modificationDate(of: record)
    }

    /// Returns the query for the members of a collection; nil for one that contains collections.
    package func query(_ record: CollectionRecord) throws -> AssetQuery? {
        try collectionQueries.query(record)
    }

    /// Returns the assets that a user added to an album, in its order; nil for a collection without added assets.
    package func addedAssets(_ collection: CollectionRecord) throws -> [ObjectUUID]? {
        try albumQueries.addedAssets(collection)
    }

    /// Whether assets that lie elsewhere were added to a directory's album.
    package func hasMembers(_ directory: Int64) throws -> Bool {
        try albumQueries.hasMembers(directory)
    }

    /// Returns the identifier of the album that the assets of a directory are in.
    package func albumUUID(_ directory: Int64) throws -> ObjectUUID? {
        try collectionQueries.albumUUID(directory)
    }

    /// Returns the definition of a smart album.
    package func smartAlbumDefinition(_ id: Int64) throws -> SmartAlbumDefinition? {
        try smartAlbumQueries.definition(id)
    }

    /// Returns the moment an asset is in.
    package func moment(of item: MomentClustering.Item) throws -> CollectionRecord? {
        try moments.moment(of: item)
    }

    /// Returns the moments grouped into clusters and into years.
    package func momentLists() throws -> (clusters: [MomentList], years: [MomentList]) {
        try moments.lists(library)
    }
}
