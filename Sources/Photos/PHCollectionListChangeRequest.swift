internal import Catalogue
public import Foundation
internal import PhotoModel

/// A request to create, change or delete the user's folders.
open class PHCollectionListChangeRequest: PHChangeRequest {
    /// The folder's identifier; nil for the top level, which is in no folder.
    private let uuid: ObjectUUID?
    private let isNew: Bool
    private var isRenamed = false
    /// The edits; children are named by their identifiers until the block is committed.
    private var edits: [Edit] = []
    private var snapshot: [ObjectUUID]?

    private typealias Edit = (inout MemberList, ([ObjectUUID]) throws -> [Int64]) throws -> Void

    private init(_ uuid: ObjectUUID?, _ title: String, isNew: Bool) {
        (self.uuid, self.title, self.isNew) = (uuid, title, isNew)
        super.init()
        if isNew, let uuid {
            transaction.make { [self] writer in
                _ = try writer.addUserCollection(self.title, isFolder: true, uuid: uuid)
            }
        }
        transaction.add { [self] writer in try apply(writer) }
    }

    /// Creates a folder as the last one at the top level.
    @discardableResult
    open class func creationRequestForCollectionList(
        withTitle title: String
    ) -> PHCollectionListChangeRequest {
        PHCollectionListChangeRequest(.random(), title, isNew: true)
    }

    /// Creates a request to change a folder the user made; nil for all other lists.
    public convenience init?(for collectionList: PHCollectionList) {
        guard let record = collectionList.record, record.source == .userFolder else { return nil }
        self.init(record.uuid, collectionList.localizedTitle ?? "", isNew: false)
        _ = transaction.admitted([collectionList])
    }

    /// Creates a request to change a folder the user made, with indexes that refer to `childCollections`; nil for all
    /// other lists.
    public convenience init?(
        for collectionList: PHCollectionList,
        childCollections: PHFetchResult<PHCollection>
    ) {
        self.init(for: collectionList)
        snapshot = uuids(childCollections)
    }

    /// Creates a request to reorder the user's collections at the top level, with indexes that refer to
    /// `childCollections`.
    public convenience init?(
        forTopLevelCollectionListUserCollections childCollections: PHFetchResult<PHCollection>
    ) {
        self.init(nil, "", isNew: false)
        snapshot = uuids(childCollections)
    }

    /// A placeholder for the folder that is being created, valid inside the block and after it.
    open var placeholderForCreatedCollectionList: PHObjectPlaceholder {
        PHObjectPlaceholder(
            localIdentifier: uuid.map(ObjectKind.folder.localIdentifier) ?? ""
        )
    }

    /// Deletes folders the user made, with all albums and folders in them, but no assets.
    open class func deleteCollectionLists(_ collectionLists: any NSFastEnumeration) {
        let transaction = ChangeTransaction.required("a change request")
        let objects = transaction.admitted(enumerated(collectionLists))
        transaction.add { writer in
            for object in objects { try writer.delete(object, isFolder: true) }
        }
    }

    /// The title of the folder.
    open var title: String {
        willSet { checkIsInBlock() }
        didSet { isRenamed = true }
    }

    /// Adds albums and folders at the end; they leave their previous folder.
    open func addChildCollections(_ collections: any NSFastEnumeration) {
        let uuids = uuids(collections)
        edit { list, ids in list.add(try ids(uuids)) }
    }

    /// Inserts albums and folders so that they end up at these positions.
    open func insertChildCollections(_ collections: any NSFastEnumeration, at indexes: IndexSet) {
        let uuids = uuids(collections)
        edit { list, ids in list.insert(try ids(uuids), at: indexes) }
    }

    /// Removes albums and folders from the folder, which moves them to the top level.
    open func removeChildCollections(_ collections: any NSFastEnumeration) {
        let uuids = uuids(collections)
        edit { list, ids in list.remove(try ids(uuids)) }
    }

    /// Removes the collections at these positions from the folder.
    open func removeChildCollections(at indexes: IndexSet) {
        edit { list, _ in list.remove(at: indexes) }
    }

    /// Replaces the collections at these positions.
    open func replaceChildCollections(
        at indexes: IndexSet,
        withChildCollections collections: any NSFastEnumeration
    ) {
        let uuids = uuids(collections)
        edit { list, ids in list.replace(at: indexes, with: try ids(uuids)) }
    }

    /// Moves the collections at these positions, as a group, to an index counted after they were taken out.
    open func moveChildCollections(at indexes: IndexSet, to toIndex: Int) {
        edit { list, _ in list.move(at: indexes, to: toIndex) }
    }

    private func edit(_ edit: @escaping Edit) {
        checkIsInBlock()
        edits.append(edit)
    }

    private func uuids(_ objects: any NSFastEnumeration) -> [ObjectUUID] {
        transaction.admitted(enumerated(objects)).compactMap { ObjectUUID($0.localIdentifier) }
    }

    private func apply(_ writer: CatalogueWriter) throws {
        let folder = try uuid.map { uuid in
            guard let known = try writer.userCollection(uuid), known.isFolder else {
                throw PHPhotosError(.identifierNotFound)
            }
            return known.id
        }
        if isRenamed, !isNew, let folder { try writer.renameUserCollection(folder, title) }
        guard !edits.isEmpty else { return }
        var list = MemberList()
        // At the top level, directories keep their places.
        list.snapshot = try snapshot?.map { try writer.userCollection($0)?.id ?? 0 }
        for edit in edits {
            try edit(&list) { uuids in try uuids.map { try Self.id($0, writer) } }
        }
        let children = list.applied(to: try writer.children(of: folder)).filter { $0 != 0 }
        guard try writer.setChildren(of: folder, children) else {
            throw PHPhotosError(
                .changeNotSupported,
                userInfo: [NSLocalizedDescriptionKey: "\(title) cannot be in itself"]
            )
        }
    }

    private static func id(_ uuid: ObjectUUID, _ writer: CatalogueWriter) throws -> Int64 {
        if let known = try writer.userCollection(uuid) { return known.id }
        throw PHPhotosError(
            .changeNotSupported,
            userInfo: [
                NSLocalizedDescriptionKey:
                    "directories stay where they are on disk; only what the user "
                    + "made can be put into folders"
            ]
        )
    }
}
