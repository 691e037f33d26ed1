internal import Foundation
internal import Photos

/// The list of photos that a page requests.
struct ListQuery: Hashable, Sendable {
    enum Scope: Hashable, Sendable {
        case library
        /// An album, smart album or moment, by its identifier.
        case collection(String)
        /// All photos of a burst, by its identifier.
        case burst(String)
    }

    let scope: Scope
    /// A condition in the predicate language, or words.
    let search: String
    /// Whether the latest photos come first; an album made by a person keeps its own order.
    let isLatestFirst: Bool

    /// The greatest length of a search text, in characters.
    private static let longestSearch = 1_000

    init(scope: Scope, search: String = "", isLatestFirst: Bool = true) throws {
        guard search.unicodeScalars.count <= Self.longestSearch else {
            throw GalleryError.badRequest("a search has \(Self.longestSearch) characters at most")
        }
        (self.scope, self.search, self.isLatestFirst) = (scope, search, isLatestFirst)
    }

    /// Fetches the current list, and whether the photos are in order of their dates, so that they have months.
    ///
    /// - Throws: ``GalleryError`` for an invalid condition, or a collection that does not exist.
    func fetch() throws -> (photos: PHFetchResult<PHAsset>, isByDate: Bool) {
        let options = PHFetchOptions()
        options.predicate = try SearchText(search).predicate
        // A search for hidden photos has to find them.
        options.includeHiddenAssets = search.lowercased().contains("ishidden")
        options.sortDescriptors = [
            NSSortDescriptor(key: "creationDate", ascending: !isLatestFirst)
        ]
        switch scope {
        case .library: return (PHAsset.fetchAssets(with: options), true)
        case .burst(let identifier):
            options.includeAllBurstAssets = true
            options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
            return (PHAsset.fetchAssets(withBurstIdentifier: identifier, options: options), false)
        case .collection(let identifier):
            let collection = try PhotoID(identifier).collection()
            let keepsOrder = Self.keepsOrder(collection)
            if keepsOrder { options.sortDescriptors = nil }
            return (PHAsset.fetchAssets(in: collection, options: options), !keepsOrder)
        }
    }

    /// - Throws: ``GalleryError`` if the collection no longer exists.
    func requireScope() throws {
        if case .collection(let identifier) = scope { _ = try PhotoID(identifier).collection() }
    }

    private static func keepsOrder(_ collection: PHAssetCollection) -> Bool {
        collection.assetCollectionType == .album && collection.canPerform(.rearrangeContent)
    }
}
