internal import Catalogue
public import Foundation
internal import PhotoModel

/// A folder of albums and folders, or a list of moments.
open class PHCollectionList: PHCollection, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and Sendable.

    /// The source of the contents.
    enum Contents: Sendable {
        case none
        case folder(CollectionRecord)
        case moments(MomentList)
        case transient([CollectionItem])
    }

    let contents: Contents

    init(_ record: CollectionRecord, _ connection: LibraryConnection) {
        contents = .folder(record)
        super.init(CollectionFacts(record), connection)
    }

    init(_ list: MomentList, _ connection: LibraryConnection) {
        contents = .moments(list)
        super.init(CollectionFacts(list), connection)
    }

    /// Creates a collection list that is in no library and is empty.
    public override init() {
        contents = .none
        super.init()
    }

    private init(
        transient items: [CollectionItem],
        _ connection: LibraryConnection?,
        title: String?
    ) {
        contents = .transient(items)
        let identifier = ObjectKind.folder.localIdentifier(.random())
        super.init(
            CollectionFacts(identifier: identifier, title: title, count: items.count),
            connection
        )
    }

    override var record: CollectionRecord? {
        if case .folder(let record) = contents { return record }
        return nil
    }

    override var item: CollectionItem? {
        if case .moments(let list) = contents { return .momentList(list) }
        return super.item
    }

    open override var canContainCollections: Bool { true }

    /// Whether the list is a folder or a list of moments.
    open var collectionListType: PHCollectionListType {
        if case .moments = contents { return .momentList }
        return .folder
    }

    /// The kind of folder or list.
    open var collectionListSubtype: PHCollectionListSubtype {
        guard case .moments(let list) = contents else {
            return record?.isRoot == true ? .rootFolder : .regularFolder
        }
        return list.kind == .cluster ? .momentListCluster : .momentListYear
    }

    open override var description: String {
        "\(titled) collectionListType=\(collectionListType.rawValue)/"
            + "\(collectionListSubtype.rawValue)"
    }

    /// The date of the earliest asset in a list of moments; nil for a folder.
    open var startDate: Date? { facts.startDate }

    /// The date of the latest asset in a list of moments; nil for a folder.
    open var endDate: Date? { facts.endDate }

    /// The names of places; always empty, since the library knows none.
    open var localizedLocationNames: [String] { [] }

    /// Returns the value of a property by its name.
    open override func value(forKey key: String) -> Any? {
        guard let value = Self.collectionListKeys[key] else { return super.value(forKey: key) }
        return value(self)
    }

    /// Creates a folder that exists only in memory, of these collections in this order, each once.
    open class func transientCollectionList(
        with collections: [PHCollection],
        title: String?
    ) -> PHCollectionList {
        PHCollectionList(
            transient: collections.eachOnce(by: \.localIdentifier).map { .object($0) },
            collections.lazy.compactMap(\.connection).first ?? PHPhotoLibrary.shared().connection,
            title: title
        )
    }

    /// Creates a folder that exists only in memory, of the fetched collections in their order.
    open class func transientCollectionList(
        withCollectionsFetchResult fetchResult: PHFetchResult<PHCollection>,
        title: String?
    ) -> PHCollectionList {
        transientCollectionList(
            with: (0..<fetchResult.count).map { fetchResult[$0] },
            title: title
        )
    }

    /// Returns the current contents; a list of moments keeps those it was fetched with.
    func children(_ reader: CatalogueReader) throws -> [CollectionItem] {
        switch contents {
        case .none: []
        case .folder(let record): try reader.children(of: record).map { .record($0) }
        case .moments(let list): list.moments.map { .record($0) }
        case .transient(let items): items
        }
    }

    /// Returns the moments in the list; an empty array for a folder.
    func moments(_ reader: CatalogueReader) throws -> [CollectionItem] {
        guard case .moments = contents else { return [] }
        return try children(reader)
    }

    /// Fetches the folders, or the lists of moments: clusters by date, then years.
    ///
    /// The library's roots have the subtype `.rootFolder`, and only that subtype finds them. There are no smart
    /// folders.
    open class func fetchCollectionLists(
        with collectionListType: PHCollectionListType,
        subtype: PHCollectionListSubtype,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        fetch(options) { reader in
            switch (collectionListType, subtype) {
            case (.folder, .any), (.folder, .regularFolder):
                return try reader.folders().filter { !$0.isRoot }.map { .record($0) }
            case (.folder, .rootFolder):
                return try reader.folders().filter(\.isRoot).map { .record($0) }
            case (.momentList, _):
                return try momentLists(reader, subtype).map { .momentList($0) }
            default: return []
            }
        }
    }

    /// Fetches the folders and lists of moments with these identifiers, which may be shortened to their UUIDs.
    open class func fetchCollectionLists(
        withLocalIdentifiers identifiers: [String],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        fetch(options) { reader in
            let wanted = Set(identifiers.compactMap { ObjectUUID($0) })
            let folders = try reader.collections(identifiers, [.folder])
            guard folders.count < wanted.count else { return folders.map { .record($0) } }
            let lists = try momentLists(reader, .any).filter { wanted.contains($0.uuid) }
            return folders.map { .record($0) } + lists.map { .momentList($0) }
        }
    }

    /// Fetches the folder that contains a collection, or a moment's cluster and year; nothing at the top level or
    /// directly in a root.
    open class func fetchCollectionListsContaining(
        _ collection: PHCollection,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        fetch(options, in: collection.connection) { reader in
            guard let uuid = ObjectUUID(collection.localIdentifier),
                let record = try reader.collection(uuid)
            else { return [] }
            guard record.source == .moment else {
                let parent = try reader.parent(of: record)
                return parent.flatMap { $0.isRoot ? nil : [.record($0)] } ?? []
            }
            return try momentLists(reader, .any, containing: record).map { .momentList($0) }
        }
    }

    /// Fetches the cluster or the year that contains a moment, or both with `.any`.
    open class func fetchMomentLists(
        with momentListSubtype: PHCollectionListSubtype,
        containingMoment moment: PHAssetCollection,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        fetch(options, in: moment.connection) { reader in
            guard case .stored(let record) = moment.members, record.source == .moment else {
                return []
            }
            return try momentLists(reader, momentListSubtype, containing: record)
                .map { .momentList($0) }
        }
    }

    /// Fetches the clusters or the years, sorted by date, or both with `.any`.
    open class func fetchMomentLists(
        with momentListSubtype: PHCollectionListSubtype,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        fetch(options) { try momentLists($0, momentListSubtype).map { .momentList($0) } }
    }
}
