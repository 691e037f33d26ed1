internal import Foundation
internal import LibraryFiles
internal import PhotoModel

/// An asset that a block asked to be made.
final class AssetCreation {
    let uuid = ObjectUUID.random()
    var resources: [NewAsset.Resource] = []
    /// When it is said to have been taken.
    var date: Date?

    func asset(in directory: Int64?) -> NewAsset {
        var asset = NewAsset(uuid, resources)
        asset.directory = directory
        asset.date = date.map {
            CaptureDate(
                microseconds: PredicateArgument.microseconds($0),
                offsetMinutes: nil,
                source: .user
            )
        }
        return asset
    }
}
