internal import Catalogue
public import Foundation
internal import PredicateFormat

/// Which objects a fetch finds, and in which order.
open class PHFetchOptions: NSObject, NSCopying {
    /// A condition; nil for none.
    ///
    /// It must have been made of text, a `#Predicate` or a value, or of such: a catalogue cannot be asked a block, nor
    /// a key it has not.
    open var predicate: NSPredicate?
    /// The first descriptor decides, the next among equals.
    ///
    /// Without any, assets come by creation date and then as they were found.
    open var sortDescriptors: [NSSortDescriptor]?
    /// Hidden assets too; a fetch by identifiers finds them anyway.
    open var includeHiddenAssets = false
    /// Files that could not be read too, with no size and no content; Heliograph's own.
    open var includeUnreadableAssets = false
    /// Every picture of a burst, not only the one that stands for it and those picked.
    open var includeAllBurstAssets = false
    /// Empty for what the kind of fetch implies; on Linux everything is of the user's library.
    open var includeAssetSourceTypes: PHAssetSourceType = []
    /// At most so many, after sorting; 0 for all.
    open var fetchLimit = 0
    /// Whether changes of the result are told in detail.
    open var wantsIncrementalChangeDetails = true
    /// Whether extended metadata comes with the assets; here it always does, and costs nothing where there is none.
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

    /// The condition for objects of a kind.
    ///
    /// What cannot be asked ends the program, as on Apple's systems.
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

    /// The orders by keys of a kind of object.
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

    /// What the options ask of assets.
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
