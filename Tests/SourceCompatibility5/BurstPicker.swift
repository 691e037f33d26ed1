// Code as apps have it, in a style of its own.
// swift-format-ignore-file
import Photos

/// Opens a burst to choose from.
public class BurstPicker: NSObject {
    public let members: PHFetchResult<PHAsset>
    public private(set) var kept = Set<PHAsset>()

    public init?(representative asset: PHAsset) {
        guard asset.representsBurst, let identifier = asset.burstIdentifier else { return nil }
        let options = PHFetchOptions()
        options.includeAllBurstAssets = true
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
        members = PHAsset.fetchAssets(withBurstIdentifier: identifier, options: options)
        super.init()
        members.enumerateObjects(options: .reverse) { member, _, _ in
            if !member.burstSelectionTypes.isDisjoint(with: [.userPick, .autoPick]) {
                self.kept.insert(member)
            }
        }
        if kept.isEmpty { kept.insert(asset) }
    }

    public func toggle(_ asset: PHAsset) {
        guard members.contains(asset) else { return }
        if kept.remove(asset) == nil { kept.insert(asset) }
    }
}

/// What a search shows, without a place in the library.
public func filtered(
    _ result: PHFetchResult<PHAsset>, title: String, where matches: (PHAsset) -> Bool
) -> PHAssetCollection {
    var found: [PHAsset] = []
    for index in 0..<result.count {
        let asset = result.object(at: index)
        if matches(asset) { found.append(asset) }
    }
    return PHAssetCollection.transientAssetCollection(with: found, title: title)
}

/// Everything that is near a place.
public func assets(near place: CLLocation, within metres: CLLocationDistance) -> PHAssetCollection {
    filtered(PHAsset.fetchAssets(with: nil), title: "Near here") { asset in
        guard let location = asset.location else { return false }
        return location.distance(from: place) < metres
    }
}
