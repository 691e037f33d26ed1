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
    public convenience init() {
        self.init(localIdentifier: "")
    }

    override init(localIdentifier: String) {
        contents = .none
        super.init(localIdentifier: localIdentifier)
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

    open var collectionListType: PHCollectionListType {
        if case .moments = contents { return .momentList }
        return .folder
    }

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
    public class func transientCollectionList(
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
    public class func transientCollectionList(
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
}
