internal import Catalogue
public import Foundation
internal import PhotoModel

/// A request to create, change or delete the user's albums, or to add assets to the albums of directories.
///
/// Assets added to the album of a directory stay where they are, except for those created in the same block, which are
/// stored in the directory. An asset whose file is in the directory cannot be removed from its album, and the album's
/// title and its order, which is by date, cannot be changed: the block fails with `changeNotSupported` and the reason.
open class PHAssetCollectionChangeRequest: PHChangeRequest {
    private let uuid: ObjectUUID
    private var edits: [MemberEdit] = []
    private var snapshot: MemberSnapshot?
    private let isNew: Bool
    private let isDirectory: Bool
    private var isRenamed = false

    private init(_ uuid: ObjectUUID, _ title: String, isNew: Bool, isDirectory: Bool = false) {
        (self.uuid, self.title) = (uuid, title)
        (self.isNew, self.isDirectory) = (isNew, isDirectory)
        super.init()
        if isNew {
            transaction.make { [self] writer in
                _ = try writer.addUserCollection(self.title, isFolder: false, uuid: uuid)
            }
        }
        transaction.add { [self] writer in try apply(writer) }
    }

    /// Creates an album as the last one at the top level.
    @discardableResult
    open class func creationRequestForAssetCollection(
        withTitle title: String
    ) -> PHAssetCollectionChangeRequest {
        PHAssetCollectionChangeRequest(.random(), title, isNew: true)
    }

    /// Creates a request to change an album the user made or that of a directory; nil for all other collections.
    public convenience init?(for assetCollection: PHAssetCollection) {
        guard let record = assetCollection.record,
            record.source == .userAlbum || record.source == .album
        else { return nil }
        self.init(
            record.uuid,
            assetCollection.localizedTitle ?? "",
            isNew: false,
            isDirectory: record.source == .album
        )
        _ = transaction.admitted([assetCollection])
    }

    /// Creates a request whose indexes refer to `assets`, even if the album changes in the meantime; nil for
    /// collections that cannot be changed.
    public convenience init?(
        for assetCollection: PHAssetCollection,
        assets: PHFetchResult<PHAsset>?
    ) {
        self.init(for: assetCollection)
        if let first = assets?.firstObject { _ = transaction.admitted([first]) }
        snapshot = assets.map(MemberSnapshot.init)
    }

    /// A placeholder for the album that is being created, valid inside the block and after it.
    open var placeholderForCreatedAssetCollection: PHObjectPlaceholder {
        PHObjectPlaceholder(localIdentifier: ObjectKind.album.localIdentifier(uuid))
    }

    /// Deletes albums the user made, but not their assets.
    open class func deleteAssetCollections(_ assetCollections: any NSFastEnumeration) {
        let transaction = ChangeTransaction.required("a change request")
        let objects = transaction.admitted(enumerated(assetCollections))
        transaction.add { writer in
            for object in objects { try writer.delete(object, isFolder: false) }
        }
    }

    /// The title of the album.
    open var title: String {
        willSet { checkIsInBlock() }
        didSet { isRenamed = true }
    }

    /// Adds assets at the end; those already in the album keep their positions.
    open func addAssets(_ assets: any NSFastEnumeration) { edit(.add(members(assets))) }

    /// Inserts assets so that they end up at these positions.
    open func insertAssets(_ assets: any NSFastEnumeration, at indexes: IndexSet) {
        edit(.insert(members(assets), at: indexes))
    }

    /// Removes assets from the album, but not from the library.
    open func removeAssets(_ assets: any NSFastEnumeration) { edit(.remove(members(assets))) }

    /// Removes the assets at these positions from the album.
    open func removeAssets(at indexes: IndexSet) { edit(.removeAt(indexes)) }

    /// Replaces the assets at these positions; an asset that is already in the album moves there.
    open func replaceAssets(at indexes: IndexSet, withAssets assets: any NSFastEnumeration) {
        edit(.replace(indexes, with: members(assets)))
    }

    /// Moves the assets at these positions, as a group, to an index counted after they were taken out.
    open func moveAssets(at fromIndexes: IndexSet, to toIndex: Int) {
        edit(.move(fromIndexes, to: toIndex))
    }

    private func members(_ objects: any NSFastEnumeration) -> [MemberEdit.Member] {
        transaction.admitted(enumerated(objects)).compactMap { object in
            if let record = (object as? PHAsset)?.record { return .asset(record.id) }
            return ObjectUUID(object.localIdentifier).map { .created($0) }
        }
    }

    private func edit(_ edit: MemberEdit) {
        checkIsInBlock()
        edits.append(edit)
        guard isDirectory else { return }
        for case .created(let asset) in edit.added { transaction.put(asset, into: uuid) }
    }

    private func apply(_ writer: CatalogueWriter) throws {
        if isDirectory { return try applyToDirectory(writer) }
        guard let album = try writer.userCollection(uuid) else {
            throw PHPhotosError(.identifierNotFound)
        }
        if isRenamed, !isNew { try writer.renameUserCollection(album.id, title) }
        guard !edits.isEmpty else { return }
        try writer.editMembers(of: album.id) { rows in
            // Members that are temporarily unavailable or in the trash keep their places.
            let wanted = Set(edits.flatMap { $0.added(transaction) })
            let new = try wanted.filter { try !rows.contains($0) }
            if let snapshot, try !isCurrent(snapshot, of: album.id, writer) {
                try rows.set(edited(snapshot, try writer.members(of: album.id)))
            } else {
                for edit in edits { try edit.apply(to: rows, transaction) }
            }
            for id in new where try rows.contains(id) { try check(id, writer) }
            return true
        }
    }

    private func isCurrent(
        _ snapshot: MemberSnapshot,
        of album: Int64,
        _ writer: CatalogueWriter
    ) throws -> Bool {
        try snapshot.listing.map { try writer.isCurrent($0, of: album) } ?? false
    }

    /// Returns the members after applying the edits to a snapshot that is, or may be, out of date.
    private func edited(_ snapshot: MemberSnapshot, _ members: [Int64]) -> [Int64] {
        var list = MemberList()
        list.snapshot = snapshot.members
        for edit in edits { edit.apply(to: &list, transaction) }
        return list.applied(to: members)
    }

    private func check(_ id: Int64, _ writer: CatalogueWriter) throws {
        guard try writer.asset(id)?.isShown != true else { return }
        throw PHPhotosError(
            .identifierNotFound,
            userInfo: [NSLocalizedDescriptionKey: "an asset for \(title) is gone"]
        )
    }

    private func applyToDirectory(_ writer: CatalogueWriter) throws {
        guard let directory = try writer.directory(uuid), directory.isAlbum else {
            throw PHPhotosError(.identifierNotFound)
        }
        guard !isRenamed else { throw refusal("a directory keeps its name") }
        try writer.editMembers(of: directory.id) { rows in
            // For each asset that is added or removed, whether it was a member before.
            var before: [Int64: Bool] = [:]
            for edit in edits { try apply(edit, to: rows, of: directory.id, &before, writer) }
            return try before.contains { try rows.contains($0.key) != $0.value }
        }
    }

    private func apply(
        _ edit: MemberEdit,
        to rows: MemberRows,
        of directory: Int64,
        _ before: inout [Int64: Bool],
        _ writer: CatalogueWriter
    ) throws {
        guard let change = edit.withoutPositions(snapshot, transaction) else {
            throw refusal("the assets of a directory go by date and have no other order")
        }
        for id in change.removed.union(change.added) where before[id] == nil {
            before[id] = try rows.contains(id)
        }
        for id in change.removed {
            guard try writer.asset(id)?.directory != directory else {
                throw refusal(
                    "an asset lies in the directory; delete it, or move its file, to take it out"
                )
            }
        }
        try rows.remove(Array(change.removed))
        for id in change.added where try !rows.contains(id) {
            try check(id, writer)
            if try writer.asset(id)?.directory != directory { try rows.append([id]) }
        }
    }

    private func refusal(_ reason: String) -> PHPhotosError {
        PHPhotosError(
            .changeNotSupported,
            userInfo: [NSLocalizedDescriptionKey: "\(title) cannot be changed so: \(reason)"]
        )
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
