internal import Foundation
internal import HTTPTypes
internal import Photos

/// A change to the library that a page requests.
struct Edit: Decodable, Sendable {
    enum Kind: String, Decodable, Sendable {
        /// Changes to photos: set or remove a heart, hide or show, move to the trash, restore.
        case favorite, hidden, delete, restore
        /// Changes to an album's contents: add photos, remove photos.
        case add, remove
        /// Changes to albums: create one, with or without photos, rename it, delete it.
        case makeAlbum, renameAlbum, deleteAlbum
    }

    /// The result of a change.
    struct Outcome: Encodable, Sendable {
        /// The number of photos that the change was about.
        let photos: Int
        /// The new album.
        let album: String?
        /// The photos added to an album that were not in it before; nil for other changes.
        let added: [String]?
    }

    let kind: Kind
    let photos: [String]?
    let album: String?
    let title: String?
    /// The new value for hearts and hiding; true if not specified.
    let value: Bool?

    /// The most photos in one change.
    private static let most = 1_000
    /// The greatest length of an album's title, in bytes.
    private static let longestTitle = 250

    /// Makes the change, as a whole or not at all.
    ///
    /// - Throws: ``GalleryError``.
    func perform() throws -> Outcome {
        let assets = try assets()
        let collection = try album.map { try PhotoID(required: $0[...]).collection() }
        let added = kind == .add ? Self.missing(assets, in: collection) : nil
        let request = try request(assets, collection)
        nonisolated(unsafe) var made: String?
        do {
            try PHPhotoLibrary.shared().performChangesAndWait {
                unsafe made = request()
            }
        } catch {
            throw GalleryError(status: .conflict, reason: error.localizedDescription)
        }
        return unsafe Outcome(photos: assets.count, album: made, added: added)
    }

    private static func missing(_ assets: [PHAsset], in album: PHAssetCollection?) -> [String] {
        guard let album else { return [] }
        let options = PHFetchOptions()
        (options.includeHiddenAssets, options.includeUnreadableAssets) = (true, true)
        options.includeAllBurstAssets = true
        options.predicate = NSPredicate(
            format: "localIdentifier IN %@",
            assets.map(\.localIdentifier) as NSArray
        )
        let found = PHAsset.fetchAssets(in: album, options: options)
        let there = Set((0..<found.count).map { found[$0].localIdentifier })
        return assets.map(\.localIdentifier).filter { !there.contains($0) }.map { PhotoID($0).text }
    }

    /// Returns the body of the change block, which returns the identifier of a new album.
    private func request(
        _ assets: [PHAsset],
        _ collection: PHAssetCollection?
    ) throws -> () -> String? {
        switch kind {
        case .favorite, .hidden, .delete, .restore:
            guard !assets.isEmpty else { throw GalleryError.badRequest("no photo is named") }
            return { [kind, value] in
                Self.change(assets, kind, value ?? true)
                return nil
            }
        case .makeAlbum:
            let title = try fitTitle()
            return {
                let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                    withTitle: title
                )
                if !assets.isEmpty { album.addAssets(assets as NSArray) }
                return PhotoID(album.placeholderForCreatedAssetCollection.localIdentifier).text
            }
        case .add, .remove, .renameAlbum, .deleteAlbum:
            guard let collection, collection.canPerform(operation) else {
                throw GalleryError.badRequest("that is no album that can be changed")
            }
            let title = kind == .renameAlbum ? try fitTitle() : ""
            return { [kind] in
                Self.change(collection, kind, assets, title)
                return nil
            }
        }
    }

    private var operation: PHCollectionEditOperation {
        switch kind {
        case .add: .addContent
        case .remove: .removeContent
        case .renameAlbum: .rename
        default: .delete
        }
    }

    private func fitTitle() throws -> String {
        guard let title, title.unicodeScalars.contains(where: \.isVisible) else {
            throw GalleryError.badRequest("give the album a title that can be seen")
        }
        guard title.utf8.count <= Self.longestTitle else {
            throw GalleryError.badRequest("a title has \(Self.longestTitle) bytes at most")
        }
        guard !title.unicodeScalars.contains(where: \.isUnfitForTitles) else {
            throw GalleryError.badRequest(
                "a title is one line, without marks that change the direction of what follows"
            )
        }
        return title
    }

    private func assets() throws -> [PHAsset] {
        let wanted = photos ?? []
        guard wanted.count <= Self.most else {
            throw GalleryError.badRequest("at most \(Self.most) photos are changed at once")
        }
        return try PhotoID.assets(wanted.map { try PhotoID(required: $0[...]) })
    }

    private static func change(_ assets: [PHAsset], _ kind: Kind, _ value: Bool) {
        switch kind {
        case .delete: PHAssetChangeRequest.deleteAssets(assets as NSArray)
        case .restore: PHAssetChangeRequest.restoreAssets(assets as NSArray)
        default:
            for request in assets.map(PHAssetChangeRequest.init(for:)) {
                if kind == .favorite {
                    request.isFavorite = value
                } else {
                    request.isHidden = value
                }
            }
        }
    }

    private static func change(
        _ collection: PHAssetCollection,
        _ kind: Kind,
        _ assets: [PHAsset],
        _ title: String
    ) {
        guard kind != .deleteAlbum else {
            PHAssetCollectionChangeRequest.deleteAssetCollections([collection] as NSArray)
            return
        }
        let request = PHAssetCollectionChangeRequest(for: collection)
        switch kind {
        case .add: request?.addAssets(assets as NSArray)
        case .remove: request?.removeAssets(assets as NSArray)
        default: request?.title = title
        }
    }
}

extension Unicode.Scalar {
    /// Whether it leaves a mark that can be seen and clicked.
    fileprivate var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .unassigned,
            .surrogate, .privateUse, .nonspacingMark, .enclosingMark:
            false
        default: !properties.isDefaultIgnorableCodePoint
        }
    }

    /// Whether it ends the line, or changes the direction of the text after it.
    fileprivate var isUnfitForTitles: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
        }
    }
}
