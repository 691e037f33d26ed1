package import PhotoModel

/// An album whose members are computed: a title and a predicate.
package struct SmartAlbumDefinition: Equatable, Sendable {
    package let subtype: CollectionSubtype
    package let title: String
    /// The condition as it was written.
    package let format: String
    /// The condition for its members, whether hidden or not.
    package let condition: PredicateTree

    /// Creates a definition from a condition in the format language.
    package init(
        _ subtype: CollectionSubtype,
        _ title: String,
        _ format: String
    ) throws(PredicateFormatError) {
        (self.subtype, self.title, self.format) = (subtype, title, format)
        condition = try PredicateTree(format)
    }

    /// Whether it is about hidden or deleted assets, so that excluding these makes no sense.
    package var showsHidden: Bool {
        !condition.keys.isDisjoint(with: [.isHidden, .isTrashed])
    }

    /// The condition used to count its members: without hidden assets, unless the album is about them.
    package var predicate: PredicateTree {
        guard !showsHidden else { return condition }
        let isShown = PredicateTree.comparison(
            .key(.isHidden),
            .equal,
            .constant(.bool(false)),
            []
        )
        return .and([isShown, condition])
    }

    /// The smart albums of every library: PhotoKit's number and name, the title and the condition.
    package static let table: [(Int, String, String, String)] = [
        (209, "smartAlbumUserLibrary", "All Photos", "TRUEPREDICATE"),
        (
            206, "smartAlbumRecentlyAdded", "Recently Added",
            "addedDate > NOW(-2592000)"
        ),
        (203, "smartAlbumFavorites", "Favorites", "favorite == YES"),
        (202, "smartAlbumVideos", "Videos", "mediaType == video"),
        (210, "smartAlbumSelfPortraits", "Selfies", "traits CONTAINS selfie"),
        (
            213, "smartAlbumLivePhotos", "Live Photos",
            "mediaSubtypes CONTAINS photoLive"
        ),
        (
            212, "smartAlbumDepthEffect", "Portrait",
            "mediaSubtypes CONTAINS photoDepthEffect"
        ),
        (
            201, "smartAlbumPanoramas", "Panoramas",
            "mediaSubtypes CONTAINS photoPanorama"
        ),
        (
            204, "smartAlbumTimelapses", "Time-lapse",
            "mediaSubtypes CONTAINS videoTimelapse"
        ),
        (
            208, "smartAlbumSlomoVideos", "Slo-mo",
            "mediaSubtypes CONTAINS videoHighFrameRate"
        ),
        (
            218, "smartAlbumCinematic", "Cinematic",
            "mediaSubtypes CONTAINS videoCinematic"
        ),
        (207, "smartAlbumBursts", "Bursts", "representsBurst == YES"),
        (
            211, "smartAlbumScreenshots", "Screenshots",
            "mediaSubtypes CONTAINS photoScreenshot"
        ),
        (
            220, "smartAlbumScreenRecordings", "Screen Recordings",
            "mediaSubtypes CONTAINS videoScreenRecording"
        ),
        (
            214, "smartAlbumAnimated", "Animated",
            "mediaSubtypes CONTAINS photoAnimation"
        ),
        (
            215, "smartAlbumLongExposures", "Long Exposure",
            "traits CONTAINS longExposure"
        ),
        (217, "smartAlbumRAW", "RAW", "traits CONTAINS raw"),
        (
            219, "smartAlbumSpatial", "Spatial",
            "mediaSubtypes CONTAINS spatialMedia"
        ),
        (216, "smartAlbumUnableToUpload", "Unable to Upload", "FALSEPREDICATE"),
        (205, "smartAlbumAllHidden", "Hidden", "hidden == YES"),
        (1_000_000_201, "smartAlbumRecentlyDeleted", "Recently Deleted", "trashed == YES"),
    ]

    /// The subtype of the album of all assets.
    package static let userLibrary = 209

    package static let builtIn = table.compactMap { row in
        try? SmartAlbumDefinition(CollectionSubtype(row.0, row.1), row.2, row.3)
    }
}
