internal import Catalogue
public import Foundation
internal import PredicateFormat

/// Options that choose, sort and limit the objects of a fetch.
open class PHFetchOptions: NSObject, NSCopying {
    /// The condition that objects must meet; nil for all objects.
    ///
    /// It must be made from text, a `#Predicate` or a value, or be a compound of such: a fetch cannot use a block, nor
    /// a key that the catalogue does not have.
    open var predicate: NSPredicate?
    /// The sort order, in which each descriptor decides the ties of those before it.
    ///
    /// Without descriptors, assets are sorted by creation date and then in discovery order.
    open var sortDescriptors: [NSSortDescriptor]?
    /// Whether to include hidden assets; a fetch by identifiers always does.
    open var includeHiddenAssets = false
    /// Whether to include files that could not be read, which have no size and no content; Heliograph's own.
    open var includeUnreadableAssets = false
    /// Whether to include all pictures of a burst, not only its representative and the picked ones.
    open var includeAllBurstAssets = false
    /// The sources of assets, empty for the default of the fetch; on Linux every asset is in the user's library.
    open var includeAssetSourceTypes: PHAssetSourceType = []
    /// The maximum number of objects, after sorting; 0 for no limit.
    open var fetchLimit = 0
    /// Whether changes of the result have details.
    open var wantsIncrementalChangeDetails = true
    /// Whether to fetch extended metadata with the assets; here it always is, at no cost for assets without any.
    open var prefetchAssetExtendedMetadata = false

    public override init() {}

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHFetchOptions()
        copy.predicate = predicate
        copy.sortDescriptors = sortDescriptors
        copy.includeHiddenAssets = includeHiddenAssets
        copy.includeUnreadableAssets = includeUnreadableAssets
        copy.includeAllBurstAssets = includeAllBurstAssets
        copy.includeAssetSourceTypes = includeAssetSourceTypes
        copy.fetchLimit = fetchLimit
        copy.wantsIncrementalChangeDetails = wantsIncrementalChangeDetails
        copy.prefetchAssetExtendedMetadata = prefetchAssetExtendedMetadata
        return copy
    }

    /// Returns the condition for objects of a kind.
    ///
    /// An unsupported predicate ends the program, as on Apple's systems.
    func condition(about entity: PredicateKey.Entity) -> PredicateTree? {
        guard let predicate else { return nil }
        do {
            return try predicate.tree(about: entity)
        } catch {
            fatalError(
                "Unsupported predicate in fetch options: \(predicate.format); \(error.reason)"
            )
        }
    }

    /// Returns the sort order by keys of a kind of object.
    func orders(of entity: PredicateKey.Entity) -> [AssetQuery.Order] {
        (sortDescriptors ?? []).map { descriptor in
            let name = descriptor.key
            guard let key = name.flatMap({ PredicateKey($0, of: entity) }),
                key.isSortable
            else {
                fatalError(
                    "Unsupported sort descriptor in fetch options: \(name ?? "without a key")"
                )
            }
            return AssetQuery.Order(key, isDescending: !descriptor.ascending)
        }
    }

    /// The query for assets that the options describe.
    var assetQuery: AssetQuery {
        var query = AssetQuery()
        var parts: [PredicateTree] = []
        if let condition = condition(about: .asset) { parts.append(condition) }
        let isOfOthers =
            !includeAssetSourceTypes.isEmpty
            && !includeAssetSourceTypes.contains(.typeUserLibrary)
        if isOfOthers { parts.append(.constant(false)) }
        query.predicate = .and(parts)
        query.orders = orders(of: .asset)
        query.leavesOutHidden = !includeHiddenAssets
        query.leavesOutBurstMembers = !includeAllBurstAssets
        query.leavesOutUnreadable = !includeUnreadableAssets
        if fetchLimit > 0 { query.limit = Int64(fetchLimit) }
        return query
    }
}
