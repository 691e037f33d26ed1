/// The kind of an album or folder.
package struct CollectionSubtype: Hashable, Sendable {
    /// PhotoKit's number: of a `PHCollectionListSubtype` for folders, otherwise of a `PHAssetCollectionSubtype`.
    package let rawValue: Int
    /// PhotoKit's name, as used in JSON.
    package let name: String

    package init(_ rawValue: Int, _ name: String) {
        (self.rawValue, self.name) = (rawValue, name)
    }

    package static let albumRegular = Self(2, "albumRegular")
    package static let regularFolder = Self(100, "regularFolder")
    /// The folder of a root of the library.
    package static let rootFolder = Self(101, "rootFolder")
    /// An album that the user defined by a predicate.
    package static let smartAlbumGeneric = Self(200, "smartAlbumGeneric")
    /// Moments have no subtypes.
    package static let any = Self(.max, "any")
}
