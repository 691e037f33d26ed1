/// Which kind of album or folder a collection is.
package struct CollectionSubtype: Hashable, Sendable {
    /// PhotoKit's number: of a `PHCollectionListSubtype` for folders, else of a
    /// `PHAssetCollectionSubtype`.
    package let rawValue: Int
    /// PhotoKit's name, as it is in JSON.
    package let name: String

    package init(_ rawValue: Int, _ name: String) {
        (self.rawValue, self.name) = (rawValue, name)
    }

    package static let albumRegular = Self(2, "albumRegular")
    package static let regularFolder = Self(100, "regularFolder")
    /// An album the user made of a predicate.
    package static let smartAlbumGeneric = Self(200, "smartAlbumGeneric")
    /// Moments have no subtypes.
    package static let any = Self(.max, "any")
}
