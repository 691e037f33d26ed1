internal import Foundation
internal import LibraryFiles
internal import PhotoModel

/// An asset that a block asked to create.
final class AssetCreation {
    let uuid = ObjectUUID.random()
    var resources: [NewAsset.Resource] = []
    /// The date the asset was taken, according to the request.
    var date: Date?

    func asset(in directory: Int64?) -> NewAsset {
        var asset = NewAsset(uuid, resources)
        asset.directory = directory
        asset.date = date.map {
            CaptureDate(
                microseconds: PredicateArgument.microseconds($0),
                offsetMinutes: 0,
                source: .user
            )
        }
        return asset
    }
}
