/// An operation on an asset.
public enum PHAssetEditOperation: Int, Sendable {
    /// Delete the asset.
    case delete = 1
    /// Change its content, with a content editing output.
    case content = 2
    /// Change its date or place, or whether it is a favorite or hidden.
    case properties = 3
}

/// An operation on a collection.
public enum PHCollectionEditOperation: Int, Sendable {
    /// Delete the assets in it.
    case deleteContent = 1
    /// Remove assets from it.
    case removeContent = 2
    /// Add assets to it.
    case addContent = 3
    /// Create assets or collections in it.
    case createContent = 4
    /// Change the order of its contents.
    case rearrangeContent = 5
    /// Delete the collection itself.
    case delete = 6
    /// Change its title.
    case rename = 7
}

/// Whether a program may use the library.
public enum PHAuthorizationStatus: Int, Sendable {
    /// The user has not been asked yet; does not occur on Linux.
    case notDetermined = 0
    /// The owner of the library does not allow files to be added.
    case restricted = 1
    /// The catalogue may not be read.
    case denied = 2
    /// The library may be used.
    case authorized = 3
    /// Only some assets may be seen; does not occur on Linux.
    case limited = 4
}

/// The access that a program requests.
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

/// The role of a file in an asset.
public enum PHAssetResourceType: Int, Sendable {
    /// The original photo.
    case photo = 1
    /// The original film.
    case video = 2
    /// A sound recording; does not occur on Linux.
    case audio = 3
    /// The other file of a photo taken as RAW and JPEG.
    case alternatePhoto = 4
    /// The edited version of a photo.
    case fullSizePhoto = 5
    /// The edited version of a film.
    case fullSizeVideo = 6
    /// The description of an edit, as in an `.AAE` file.
    case adjustmentData = 7
    /// The base of a photo's edit; none on Linux.
    case adjustmentBasePhoto = 8
    /// The film of a Live Photo.
    case pairedVideo = 9
    /// The edited version of the film of a Live Photo.
    case fullSizePairedVideo = 10
    /// The base of an edit of a Live Photo's film; none on Linux.
    case adjustmentBasePairedVideo = 11
    /// The base of a film's edit; none on Linux.
    case adjustmentBaseVideo = 12
    /// A smaller copy of a photo; none on Linux.
    case photoProxy = 19
    /// The value of ``sidecar``.
    @available(*, unavailable, message: "use sidecar")
    case unlistedSidecar = 1_001
}
