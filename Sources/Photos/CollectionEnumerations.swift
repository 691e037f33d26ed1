/// The type of an asset collection.
public enum PHAssetCollectionType: Int, Sendable {
    /// An album: a directory with photos, or one that the user made.
    case album = 1
    /// An album whose members match a predicate.
    case smartAlbum = 2
    /// Assets taken at about the same time and place.
    case moment = 3
}

/// The kind of album or smart album.
public enum PHAssetCollectionSubtype: Int, Sendable {
    /// A directory with photos, or an album that the user made.
    case albumRegular = 2
    /// An event synced from iPhoto; none on Linux.
    case albumSyncedEvent = 3
    /// A person synced from iPhoto; none on Linux.
    case albumSyncedFaces = 4
    /// An album synced from iPhoto; none on Linux.
    case albumSyncedAlbum = 5
    /// Assets imported from a camera; none on Linux.
    case albumImported = 6
    /// The user's photo stream; none on Linux.
    case albumMyPhotoStream = 100
    /// An album shared in iCloud; none on Linux.
    case albumCloudShared = 101
    /// A smart album that the user defined in the configuration.
    case smartAlbumGeneric = 200
    /// Every panorama.
    case smartAlbumPanoramas = 201
    /// Every film.
    case smartAlbumVideos = 202
    /// Every favorite.
    case smartAlbumFavorites = 203
    /// Every time-lapse film.
    case smartAlbumTimelapses = 204
    /// Every hidden asset.
    case smartAlbumAllHidden = 205
    /// Assets added in the last 30 days.
    case smartAlbumRecentlyAdded = 206
    /// Photos that represent a burst.
    case smartAlbumBursts = 207
    /// Every slow-motion film.
    case smartAlbumSlomoVideos = 208
    /// Every asset.
    case smartAlbumUserLibrary = 209
    /// Every photo taken with a front camera.
    case smartAlbumSelfPortraits = 210
    /// Every screenshot.
    case smartAlbumScreenshots = 211
    /// Every portrait with a blurred background.
    case smartAlbumDepthEffect = 212
    /// Every Live Photo.
    case smartAlbumLivePhotos = 213
    /// Every animation.
    case smartAlbumAnimated = 214
    /// Every long exposure.
    case smartAlbumLongExposures = 215
    /// Assets that could not be uploaded; always empty on Linux.
    case smartAlbumUnableToUpload = 216
    /// Every photo with a RAW file.
    case smartAlbumRAW = 217
    /// Every cinematic film.
    case smartAlbumCinematic = 218
    /// Every spatial photo and film.
    case smartAlbumSpatial = 219
    /// Every screen recording.
    case smartAlbumScreenRecordings = 220
    /// All subtypes of a type, in fetches.
    case any = 9_223_372_036_854_775_807
    /// The value of ``smartAlbumRecentlyDeleted``.
    @available(*, unavailable, message: "use smartAlbumRecentlyDeleted")
    case unlistedRecentlyDeleted = 1_000_000_201
}

/// The type of a collection list.
public enum PHCollectionListType: Int, Sendable {
    /// A group of moments.
    case momentList = 1
    /// A folder of albums and folders.
    case folder = 2
    /// A folder whose contents match a rule; none on Linux.
    case smartFolder = 3
}

/// The kind of collection list.
public enum PHCollectionListSubtype: Int, Sendable {
    /// Moments that belong together, such as those of a journey.
    case momentListCluster = 1
    /// The moments of a year.
    case momentListYear = 2
    /// A directory with albums in it, or a folder that the user made.
    case regularFolder = 100
    /// A folder of the library, as named in the configuration.
    case rootFolder = 101
    /// Events; none on Linux.
    case smartFolderEvents = 200
    /// People; none on Linux.
    case smartFolderFaces = 201
    /// All subtypes of a type, in fetches.
    case any = 9_223_372_036_854_775_807
}
