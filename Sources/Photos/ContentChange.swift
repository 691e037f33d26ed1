internal import Foundation
internal import LibraryFiles
internal import PhotoModel

/// A change of an asset's content that a block requested.
struct ContentChange {
    enum Kind {
        case edited(PHContentEditingOutput)
        case reverted
    }

    let asset: ObjectUUID
    /// The asset's number; nil for one that the block creates.
    let number: Int64?
    let kind: Kind

    /// Returns the edit to apply; nil to revert to the original.
    ///
    /// - Throws: ``PHPhotosError`` if the output of the editor cannot be used.
    func edit() throws -> AssetEdit? {
        guard case .edited(let output) = kind else { return nil }
        return try output.edit(of: ObjectKind.asset.localIdentifier(asset))
    }
}
