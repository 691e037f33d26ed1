internal import PhotoModel

/// An album whose members are computed: a title and a predicate.
package struct SmartAlbumDefinition: Equatable, Sendable {
    /// PhotoKit's `PHAssetCollectionSubtype` raw value.
    package let subtype: Int
    /// The subtype's PhotoKit name, as it is in JSON.
    package let name: String
    package let title: String
    package let predicate: AssetPredicate

    /// The smart albums of every library.
    package static let builtIn: [SmartAlbumDefinition] = [
        SmartAlbumDefinition(
            subtype: 209,
            name: "smartAlbumUserLibrary",
            title: "All Photos",
            predicate: .not(.isHidden)
        ),
        SmartAlbumDefinition(
            subtype: 206,
            name: "smartAlbumRecentlyAdded",
            title: "Recently Added",
            predicate: .and(.not(.isHidden), .addedWithin(seconds: 30 * 86_400))
        ),
        SmartAlbumDefinition(
            subtype: 202,
            name: "smartAlbumVideos",
            title: "Videos",
            predicate: .and(.not(.isHidden), .mediaType(.video))
        ),
        SmartAlbumDefinition(
            subtype: 211,
            name: "smartAlbumScreenshots",
            title: "Screenshots",
            predicate: .and(.not(.isHidden), .subtypes(.photoScreenshot))
        ),
        SmartAlbumDefinition(
            subtype: 201,
            name: "smartAlbumPanoramas",
            title: "Panoramas",
            predicate: .and(.not(.isHidden), .subtypes(.photoPanorama))
        ),
        SmartAlbumDefinition(
            subtype: 207,
            name: "smartAlbumBursts",
            title: "Bursts",
            predicate: .and(.not(.isHidden), .representsBurst)
        ),
    ]
}
