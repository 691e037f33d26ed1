/// What an edit of an asset would do.
public enum PHAssetEditOperation: Int, Sendable {
    /// Delete it.
    case delete = 1
    /// Change its pixels, by a content editing output.
    case content = 2
    /// Change its date, place, or whether it is a favorite or hidden.
    case properties = 3
}

/// What an edit of a collection would do.
public enum PHCollectionEditOperation: Int, Sendable {
    /// Delete the assets in it.
    case deleteContent = 1
    /// Take assets out of it.
    case removeContent = 2
    /// Add assets to it.
    case addContent = 3
    /// Create assets or collections in it.
    case createContent = 4
    /// Change the order of what is in it.
    case rearrangeContent = 5
    /// Delete the collection itself.
    case delete = 6
    /// Change its title.
    case rename = 7
}

/// Whether a program may use the library.
public enum PHAuthorizationStatus: Int, Sendable {
    /// The user was not asked yet; does not occur on Linux.
    case notDetermined = 0
    /// The owner of the library allows no files to be added.
    case restricted = 1
    /// The catalogue may not be read.
    case denied = 2
    /// The library may be used.
    case authorized = 3
    /// Only some assets may be seen; does not occur on Linux.
    case limited = 4
}

/// What a program wants of the library.
public enum PHAccessLevel: Int, Sendable {
    /// Add assets only.
    case addOnly = 1
    /// Read and change the library.
    case readWrite = 2
}

/// The kinds of objects in a library.
public enum PHObjectType: Int, Sendable {
    /// An asset.
    case asset = 1
    /// An album, a smart album or a moment.
    case assetCollection = 2
    /// A folder or a list of moments.
    case collectionList = 3
}

/// The part a file plays in an asset.
public enum PHAssetResourceType: Int, Sendable {
    /// The original photo.
    case photo = 1
    /// The original film.
    case video = 2
    /// A sound; none on Linux.
    case audio = 3
    /// The other file of a photo taken as RAW and JPEG.
    case alternatePhoto = 4
    /// The edited version of a photo.
    case fullSizePhoto = 5
    /// The edited version of a film.
    case fullSizeVideo = 6
    /// How the asset was edited, as an `.AAE` file has it.
    case adjustmentData = 7
    /// What the edit of a photo began with; none on Linux.
    case adjustmentBasePhoto = 8
    /// The film of a Live Photo.
    case pairedVideo = 9
    /// The edited version of the film of a Live Photo.
    case fullSizePairedVideo = 10
    /// What the edit of a Live Photo's film began with; none on Linux.
    case adjustmentBasePairedVideo = 11
    /// What the edit of a film began with; none on Linux.
    case adjustmentBaseVideo = 12
    /// A smaller copy of a photo; none on Linux.
    case photoProxy = 19
    /// What ``sidecar`` is.
    @available(*, unavailable, message: "use sidecar")
    case unlistedSidecar = 1_001
}
