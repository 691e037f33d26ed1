internal import Catalogue
public import Foundation
internal import PredicateFormat

/// An album, a folder or another collection, as it was when it was fetched.
///
/// What is in it is not part of the object: fetch it.
open class PHCollection: PHObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and Sendable.

    let facts: CollectionFacts
    /// Where to ask for what is in it; nil for a collection that is nowhere.
    let connection: LibraryConnection?

    init(_ facts: CollectionFacts, _ connection: LibraryConnection?) {
        self.facts = facts
        self.connection = connection
        super.init(localIdentifier: facts.identifier)
    }

    /// A collection that is nowhere, with an empty identifier.
    public override init() {
        (facts, connection) = (CollectionFacts(), nil)
        super.init()
    }

    override var origin: LibraryConnection? { connection }

    /// Whether it is a ``PHAssetCollection``.
    open var canContainAssets: Bool { false }

    /// Whether it is a ``PHCollectionList``.
    open var canContainCollections: Bool { false }

    /// The name of the directory, or the title the user gave it; nil for moments.
    open var localizedTitle: String? { facts.title }

    /// What it is in the catalogue; nil for what is not there.
    var record: CollectionRecord? { nil }

    /// What it was made of; nil for what is in memory only.
    var item: CollectionItem? { record.map { .record($0) } }

    /// When it changed last, or something in it; nil when that was longer ago than the library remembers.
    open var modificationDate: Date? {
        guard let record, let connection else { return nil }
        let microseconds = connection.askLatest { try $0.modificationDate(of: record) }
        return microseconds.map { Date(timeIntervalSince1970: Double($0) / 1_000_000) }
    }

    /// Whether a change request could do that.
    ///
    /// What the user made can be changed by who may write the catalogue. Assets can be added to the album of a
    /// directory, in the catalogue only, and those taken out again; with `createContent` new ones come to lie
    /// in it. Smart albums and moments cannot be changed. `deleteContent`, deleting the assets in it, and
    /// `createContent` need a library that takes and gives up files.
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

    /// The value of a property by its name.
    open override func value(forKey key: String) -> Any? {
        guard let value = Self.collectionKeys[key] else { return super.value(forKey: key) }
        return value(self)
    }

    override func value(of key: PredicateKey) -> PredicateValue {
        // One of a class that somebody made of it is what its properties say.
        guard connection == nil, facts.identifier.isEmpty else { return facts.value(key) }
        var told = CollectionFacts(identifier: localIdentifier, title: localizedTitle)
        if let collection = self as? PHAssetCollection {
            (told.startDate, told.endDate) = (collection.startDate, collection.endDate)
            told.count = collection.estimatedAssetCount
        }
        return told.value(key)
    }

    /// What is in a folder, albums and folders mixed, in the library's order: directories by name, then
    /// what the user made as the user put it.
    open class func fetchCollections(
        in collectionList: PHCollectionList,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollection> {
        guard let connection = collectionList.connection else { return PHFetchResult() }
        return PHFetchResult(
            CollectionList(connection, options) { try collectionList.children($0) }
        )
    }

    /// What is in no folder: what lies in the library's roots, then what the user made.
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
