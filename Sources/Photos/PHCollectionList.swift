internal import Catalogue
public import Foundation
internal import PhotoModel

/// A folder of albums and folders, or a list of moments.
open class PHCollectionList: PHCollection, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and Sendable.

    /// Where what is in it is.
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

    /// A collection that is nowhere and has nothing in it.
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

    /// Whether it is a folder or a list of moments.
    open var collectionListType: PHCollectionListType {
        if case .moments = contents { return .momentList }
        return .folder
    }

    /// Which kind of folder or list it is.
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

    /// When the first asset of a list of moments was taken; nil for a folder.
    open var startDate: Date? { facts.startDate }

    /// When the last asset of a list of moments was taken; nil for a folder.
    open var endDate: Date? { facts.endDate }

    /// Names of places, of which this library knows none.
    open var localizedLocationNames: [String] { [] }

    /// The value of a property by its name.
    open override func value(forKey key: String) -> Any? {
        guard let value = Self.collectionListKeys[key] else { return super.value(forKey: key) }
        return value(self)
    }

    /// A folder of these collections, each once, in this order, that exists only in memory.
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

    /// A folder of what was fetched, in its order, that exists only in memory.
    open class func transientCollectionList(
        withCollectionsFetchResult fetchResult: PHFetchResult<PHCollection>,
        title: String?
    ) -> PHCollectionList {
        transientCollectionList(
            with: (0..<fetchResult.count).map { fetchResult[$0] },
            title: title
        )
    }

    /// What is in it now; a list of moments keeps those it had.
    func children(_ reader: CatalogueReader) throws -> [CollectionItem] {
        switch contents {
        case .none: []
        case .folder(let record): try reader.children(of: record).map { .record($0) }
        case .moments(let list): list.moments.map { .record($0) }
        case .transient(let items): items
        }
    }

    /// The moments in it; none for a folder.
    func moments(_ reader: CatalogueReader) throws -> [CollectionItem] {
        guard case .moments = contents else { return [] }
        return try children(reader)
    }

    /// The folders, or the lists of moments: clusters by date, then years.
    ///
    /// The library's roots are `.rootFolder`s, which only that subtype gives. There are no smart folders.
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

    /// The folders and lists of moments with these identifiers, whole or only their UUIDs.
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

    /// The folder a collection is in, or a moment's cluster and year; nothing at the top level, in a root.
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

    /// The cluster or the year a moment is in: with `.any` both.
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

    /// The clusters or the years, by date; with `.any` both.
    open class func fetchMomentLists(
        with momentListSubtype: PHCollectionListSubtype,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        fetch(options) { try momentLists($0, momentListSubtype).map { .momentList($0) } }
    }
}
