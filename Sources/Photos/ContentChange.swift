internal import Foundation
internal import LibraryFiles
internal import PhotoModel

/// What a block asked to become of an asset's content.
struct ContentChange {
    enum Kind {
        case edited(PHContentEditingOutput)
        case reverted
    }

    let asset: ObjectUUID
    /// The asset's number; nil for one that the block makes.
    let number: Int64?
    let kind: Kind

    /// What an editor made of it; nil when it is to be the original again.
    ///
    /// - Throws: ``PHPhotosError`` when that cannot be used.
    func edit() throws -> AssetEdit? {
        guard case .edited(let output) = kind else { return nil }
        return try output.edit(of: ObjectKind.asset.localIdentifier(asset))
    }
}
