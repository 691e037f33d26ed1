internal import Catalogue
public import Foundation
internal import PredicateFormat

/// An album, a folder or another collection, as it was when it was fetched.
///
/// Its contents are not part of the object and are fetched separately.
open class PHCollection: PHObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and Sendable.

    let facts: CollectionFacts
    /// The connection to fetch the contents from; nil for a collection that is in no library.
    let connection: LibraryConnection?

    init(_ facts: CollectionFacts, _ connection: LibraryConnection?) {
        self.facts = facts
        self.connection = connection
        super.init(localIdentifier: facts.identifier)
    }

    /// Creates a collection that is in no library, with an empty identifier.
    public override init() {
        (facts, connection) = (CollectionFacts(), nil)
        super.init()
    }

    override var origin: LibraryConnection? { connection }

    /// Whether the collection is a ``PHAssetCollection``.
    open var canContainAssets: Bool { false }

    /// Whether the collection is a ``PHCollectionList``.
    open var canContainCollections: Bool { false }

    /// The name of the directory, or the title from the user; nil for moments.
    open var localizedTitle: String? { facts.title }

    /// The collection's record in the catalogue; nil if it has none.
    var record: CollectionRecord? { nil }

    /// The item the object was made from; nil for a collection that exists only in memory.
    var item: CollectionItem? { record.map { .record($0) } }

    /// The date of the last change of the collection or its contents; nil if that is older than the library's history.
    open var modificationDate: Date? {
        guard let record, let connection else { return nil }
        let microseconds = connection.askLatest { try $0.modificationDate(of: record) }
        return microseconds.map { Date(timeIntervalSince1970: Double($0) / 1_000_000) }
    }

    /// Returns whether a change request could carry out an operation.
    ///
    /// Collections that the user made can be changed with write access to the catalogue. Assets can be added to the
    /// album of a directory, in the catalogue only, and such assets can be removed again; with `createContent`, new
    /// ones are stored in the directory. Smart albums and moments cannot be changed. `deleteContent`, which deletes the
    /// assets in it, and `createContent` require a library that is not read-only.
    open func canPerform(_ anOperation: PHCollectionEditOperation) -> Bool {
        guard let record, let connection, connection.isEditable else { return false }
        switch (record.source, anOperation) {
        case (.userAlbum, .createContent), (.userAlbum, .deleteContent),
            (.album, .createContent), (.album, .deleteContent):
            return connection.ask { try !$0.isReadOnly } == true
        case (.userAlbum, _), (.userFolder, _), (.album, .addContent): return true
        case (.album, .removeContent):
            return connection.ask { try $0.hasMembers(record.id) } == true
        default: return false
        }
    }

    /// Returns the value of a property by its name.
    open override func value(forKey key: String) -> Any? {
        guard let value = Self.collectionKeys[key] else { return super.value(forKey: key) }
        return value(self)
    }

    override func value(of key: PredicateKey) -> PredicateValue {
        // An instance of an app's own subclass has the values of its properties.
        guard connection == nil, facts.identifier.isEmpty else { return facts.value(key) }
        var told = CollectionFacts(identifier: localIdentifier, title: localizedTitle)
        if let collection = self as? PHAssetCollection {
            (told.startDate, told.endDate) = (collection.startDate, collection.endDate)
            told.count = collection.estimatedAssetCount
        }
        return told.value(key)
    }

    /// Fetches the contents of a folder, albums and folders mixed.
    ///
    /// Without sort descriptors, directories come first, by name, then the collections the user made, in the user's
    /// order.
    open class func fetchCollections(
        in collectionList: PHCollectionList,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollection> {
        guard let connection = collectionList.connection else { return PHFetchResult() }
        return PHFetchResult(
            CollectionList(connection, options) { try collectionList.children($0) }
        )
    }

    /// Fetches the collections that are in no folder: those in the library's roots, then those the user made.
    open class func fetchTopLevelUserCollections(
        with options: PHFetchOptions?
    ) -> PHFetchResult<PHCollection> {
        PHFetchResult(
            CollectionList(PHPhotoLibrary.shared().connection, options) { reader in
                try reader.topLevel().map { .record($0) }
            }
        )
    }
}
