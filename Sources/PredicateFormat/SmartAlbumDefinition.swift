/// An album whose members are computed: a title and a predicate.
package struct SmartAlbumDefinition: Equatable, Sendable {
    /// PhotoKit's `PHAssetCollectionSubtype` raw value.
    package let subtype: Int
    /// The subtype's PhotoKit name, as it is in JSON.
    package let name: String
    package let title: String
    package let predicate: PredicateTree

    /// A definition whose condition is written in the format language.
    package init(
        _ subtype: Int,
        _ name: String,
        _ title: String,
        _ format: String
    ) throws(PredicateFormatError) {
        (self.subtype, self.name, self.title) = (subtype, name, title)
        predicate = try PredicateTree(format)
    }

    /// The smart albums of every library: PhotoKit's number and name, the title, the condition.
    package static let table: [(Int, String, String, String)] = [
        (209, "smartAlbumUserLibrary", "All Photos", "hidden == NO"),
        (
            206, "smartAlbumRecentlyAdded", "Recently Added",
            "hidden == NO AND addedDate > NOW(-2592000)"
        ),
        (203, "smartAlbumFavorites", "Favorites", "hidden == NO AND favorite == YES"),
        (202, "smartAlbumVideos", "Videos", "hidden == NO AND mediaType == video"),
        (210, "smartAlbumSelfPortraits", "Selfies", "hidden == NO AND traits CONTAINS selfie"),
        (
            213, "smartAlbumLivePhotos", "Live Photos",
            "hidden == NO AND mediaSubtypes CONTAINS photoLive"
        ),
        (
            212, "smartAlbumDepthEffect", "Portrait",
            "hidden == NO AND mediaSubtypes CONTAINS photoDepthEffect"
        ),
        (
            201, "smartAlbumPanoramas", "Panoramas",
            "hidden == NO AND mediaSubtypes CONTAINS photoPanorama"
        ),
        (
            204, "smartAlbumTimelapses", "Time-lapse",
            "hidden == NO AND mediaSubtypes CONTAINS videoTimelapse"
        ),
        (
            208, "smartAlbumSlomoVideos", "Slo-mo",
            "hidden == NO AND mediaSubtypes CONTAINS videoHighFrameRate"
        ),
        (
            218, "smartAlbumCinematic", "Cinematic",
            "hidden == NO AND mediaSubtypes CONTAINS videoCinematic"
        ),
        (207, "smartAlbumBursts", "Bursts", "hidden == NO AND representsBurst == YES"),
        (
            211, "smartAlbumScreenshots", "Screenshots",
            "hidden == NO AND mediaSubtypes CONTAINS photoScreenshot"
        ),
        (
            220, "smartAlbumScreenRecordings", "Screen Recordings",
            "hidden == NO AND mediaSubtypes CONTAINS videoScreenRecording"
        ),
        (
            214, "smartAlbumAnimated", "Animated",
            "hidden == NO AND mediaSubtypes CONTAINS photoAnimation"
        ),
        (
            215, "smartAlbumLongExposures", "Long Exposure",
            "hidden == NO AND traits CONTAINS longExposure"
        ),
        (217, "smartAlbumRAW", "RAW", "hidden == NO AND traits CONTAINS raw"),
        (
            219, "smartAlbumSpatial", "Spatial",
            "hidden == NO AND mediaSubtypes CONTAINS spatialMedia"
        ),
        (216, "smartAlbumUnableToUpload", "Unable to Upload", "FALSEPREDICATE"),
        (205, "smartAlbumAllHidden", "Hidden", "hidden == YES"),
    ]

    package static let builtIn = table.compactMap { row in
        try? SmartAlbumDefinition(row.0, row.1, row.2, row.3)
    }
}
