internal import Catalogue
public import Foundation
internal import PhotoModel

/// Makes, changes and deletes albums of the user's.
open class PHAssetCollectionChangeRequest: PHChangeRequest {
    private let uuid: ObjectUUID
    private var members = MemberList()
    private let isNew: Bool
    private var isRenamed = false

    private init(_ uuid: ObjectUUID, _ title: String, isNew: Bool) {
        (self.uuid, self.title, self.isNew) = (uuid, title, isNew)
        super.init()
        transaction.add { [self] writer in try apply(writer) }
    }

    /// Makes an album, as the last at the top.
    @discardableResult
    public class func creationRequestForAssetCollection(
        withTitle title: String
    ) -> PHAssetCollectionChangeRequest {
        PHAssetCollectionChangeRequest(.random(), title, isNew: true)
    }

    /// Changes an album the user made; nil for all other collections.
    public convenience init?(for assetCollection: PHAssetCollection) {
        guard let record = assetCollection.record, record.source == .userAlbum else { return nil }
        self.init(record.uuid, assetCollection.localizedTitle ?? "", isNew: false)
    }

    /// Changes an album the user made; positions are those in `assets`, whatever becomes of the album meanwhile.
    public convenience init?(
        for assetCollection: PHAssetCollection,
        assets: PHFetchResult<PHAsset>?
    ) {
        self.init(for: assetCollection)
        members.snapshot = assets.map { (($0.fetched as? AssetList)?.listing ?? []).map(\.id) }
    }

    /// Stands for an album that is being made, inside the block and after it.
    open var placeholderForCreatedAssetCollection: PHObjectPlaceholder {
        PHObjectPlaceholder(localIdentifier: ObjectKind.album.localIdentifier(uuid))
    }

    /// Deletes albums the user made, none of their assets.
    public class func deleteAssetCollections(_ assetCollections: any NSFastEnumeration) {
        let objects = enumerated(assetCollections)
        ChangeTransaction.required("a change request").add { writer in
            for object in objects { try writer.delete(object, isFolder: false) }
        }
    }

    /// What the album is called.
    open var title: String {
        didSet { isRenamed = true }
    }

    /// Adds assets at the end; those that are in it already stay where they are.
    open func addAssets(_ assets: any NSFastEnumeration) { members.add(Self.ids(assets)) }

    /// Adds assets so that they stand at these positions then.
    open func insertAssets(_ assets: any NSFastEnumeration, at indexes: IndexSet) {
        members.insert(Self.ids(assets), at: indexes)
    }

    /// Takes assets out of the album, not out of the library.
    open func removeAssets(_ assets: any NSFastEnumeration) { members.remove(Self.ids(assets)) }

    /// Takes what stands at these positions out of the album.
    open func removeAssets(at indexes: IndexSet) { members.remove(at: indexes) }

    /// Puts assets in the places of others; one that is in the album already moves there.
    open func replaceAssets(at indexes: IndexSet, withAssets assets: any NSFastEnumeration) {
        members.replace(at: indexes, with: Self.ids(assets))
    }

    /// Moves what stands at positions together to another one, counted when they have been taken out.
    open func moveAssets(at fromIndexes: IndexSet, to toIndex: Int) {
        members.move(at: fromIndexes, to: toIndex)
    }

    private static func ids(_ objects: any NSFastEnumeration) -> [Int64] {
        enumerated(objects).compactMap { ($0 as? PHAsset)?.record?.id }
    }

    private func apply(_ writer: CatalogueWriter) throws {
        if isNew { _ = try writer.addUserCollection(title, isFolder: false, uuid: uuid) }
        guard let album = try writer.userCollection(uuid) else {
            throw PHPhotosError(.identifierNotFound)
        }
        if isRenamed, !isNew { try writer.renameUserCollection(album.id, title) }
        guard !members.isEmpty else { return }
        let list = members.applied(to: try writer.members(of: album.id))
        for id in list where try writer.asset(id)?.isShown != true {
            throw PHPhotosError(
                .identifierNotFound,
                userInfo: [NSLocalizedDescriptionKey: "an asset for \(title) is gone"]
            )
        }
        try writer.setMembers(of: album.id, list)
    }
}

extension CatalogueWriter {
    /// Deletes an album or folder the user made.
    func delete(_ object: PHObject, isFolder: Bool) throws {
        let known = try ObjectUUID(object.localIdentifier).flatMap(userCollection)
        guard let known, known.isFolder == isFolder else {
            throw PHPhotosError(
                .changeNotSupported,
                userInfo: [
                    NSLocalizedDescriptionKey:
                        "\((object as? PHCollection)?.localizedTitle ?? object.localIdentifier) cannot be "
                        + "deleted: only what the user made can"
                ]
            )
        }
        try removeUserCollection(known.id)
    }
}
