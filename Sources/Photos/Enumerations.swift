/// What kind of medium an asset is.
public enum PHAssetMediaType: Int, Sendable, Codable {
    case unknown = 0
    case image = 1
    case video = 2
    case audio = 3
}

/// The special kinds of photo and film.
public struct PHAssetMediaSubtype: OptionSet, Sendable, Hashable, Codable {
    /// PhotoKit's bits.
    public let rawValue: UInt

    /// The set of these bits, known ones or not.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// A panorama, wide, upright or all around.
    public static let photoPanorama = Self(rawValue: 1 << 0)
    /// Put together from several exposures.
    public static let photoHDR = Self(rawValue: 1 << 1)
    /// A picture of a screen.
    public static let photoScreenshot = Self(rawValue: 1 << 2)
    /// A still with a short film.
    public static let photoLive = Self(rawValue: 1 << 3)
    /// A portrait with a blurred background.
    public static let photoDepthEffect = Self(rawValue: 1 << 4)
    /// More than one picture, shown one after another.
    public static let photoAnimation = Self(rawValue: 1 << 6)
    /// One picture for each eye.
    public static let spatialMedia = Self(rawValue: 1 << 10)
    /// A film made for streaming.
    public static let videoStreamed = Self(rawValue: 1 << 16)
    /// A film for slow motion.
    public static let videoHighFrameRate = Self(rawValue: 1 << 17)
    /// A film of what takes long.
    public static let videoTimelapse = Self(rawValue: 1 << 18)
    /// A film of a screen.
    public static let videoScreenRecording = Self(rawValue: 1 << 19)
    /// A film with a focus that can be moved.
    public static let videoCinematic = Self(rawValue: 1 << 21)
}

/// Where an asset comes from; on Linux always the user's library.
public struct PHAssetSourceType: OptionSet, Sendable, Hashable, Codable {
    /// PhotoKit's bits.
    public let rawValue: UInt

    /// The set of these bits, known ones or not.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The user's own library.
    public static let typeUserLibrary = Self(rawValue: 1 << 0)
    /// An album somebody shares; nothing on Linux is.
    public static let typeCloudShared = Self(rawValue: 1 << 1)
    /// Synced from a computer; nothing on Linux is.
    public static let typeiTunesSynced = Self(rawValue: 1 << 2)
}

/// Who chose a picture of a burst.
public struct PHAssetBurstSelectionType: OptionSet, Sendable, Hashable, Codable {
    /// PhotoKit's bits.
    public let rawValue: UInt

    /// The set of these bits, known ones or not.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The camera chose it.
    public static let autoPick = Self(rawValue: 1 << 0)
    /// The user chose it.
    public static let userPick = Self(rawValue: 1 << 1)
}

/// What an edit of an asset would do.
public enum PHAssetEditOperation: Int, Sendable {
    case delete = 1
    case content = 2
    case properties = 3
}

/// What an edit of a collection would do.
public enum PHCollectionEditOperation: Int, Sendable {
    case deleteContent = 1
    case removeContent = 2
    case addContent = 3
    case createContent = 4
    case rearrangeContent = 5
    case delete = 6
    case rename = 7
}

/// What a collection of assets is.
public enum PHAssetCollectionType: Int, Sendable {
    case album = 1
    case smartAlbum = 2
    case moment = 3
}

/// Which kind of album or smart album a collection is.
public enum PHAssetCollectionSubtype: Int, Sendable {
    case albumRegular = 2
    case albumSyncedEvent = 3
    case albumSyncedFaces = 4
    case albumSyncedAlbum = 5
    case albumImported = 6
    case albumMyPhotoStream = 100
    case albumCloudShared = 101
    case smartAlbumGeneric = 200
    case smartAlbumPanoramas = 201
    case smartAlbumVideos = 202
    case smartAlbumFavorites = 203
    case smartAlbumTimelapses = 204
    case smartAlbumAllHidden = 205
    case smartAlbumRecentlyAdded = 206
    case smartAlbumBursts = 207
    case smartAlbumSlomoVideos = 208
    case smartAlbumUserLibrary = 209
    case smartAlbumSelfPortraits = 210
    case smartAlbumScreenshots = 211
    case smartAlbumDepthEffect = 212
    case smartAlbumLivePhotos = 213
    case smartAlbumAnimated = 214
    case smartAlbumLongExposures = 215
    case smartAlbumUnableToUpload = 216
    case smartAlbumRAW = 217
    case smartAlbumCinematic = 218
    case smartAlbumSpatial = 219
    case smartAlbumScreenRecordings = 220
    /// Every subtype of a type, in fetches.
    case any = 9_223_372_036_854_775_807
    /// What ``smartAlbumRecentlyDeleted`` is.
    @available(*, unavailable, message: "use smartAlbumRecentlyDeleted")
    case unlistedRecentlyDeleted = 1_000_000_201
}

/// What a list of collections is.
public enum PHCollectionListType: Int, Sendable {
    case momentList = 1
    case folder = 2
    case smartFolder = 3
}

/// Which kind of list of collections it is.
public enum PHCollectionListSubtype: Int, Sendable {
    case momentListCluster = 1
    case momentListYear = 2
    case regularFolder = 100
    case rootFolder = 101
    case smartFolderEvents = 200
    case smartFolderFaces = 201
    /// Every subtype of a type, in fetches.
    case any = 9_223_372_036_854_775_807
}

/// Whether a program may use the library.
public enum PHAuthorizationStatus: Int, Sendable {
    case notDetermined = 0
    case restricted = 1
    case denied = 2
    case authorized = 3
    case limited = 4
}

/// What a program wants of the library.
public enum PHAccessLevel: Int, Sendable {
    case addOnly = 1
    case readWrite = 2
}

/// The kinds of objects in a library.
public enum PHObjectType: Int, Sendable {
    case asset = 1
    case assetCollection = 2
    case collectionList = 3
}

/// The part a file plays in an asset.
public enum PHAssetResourceType: Int, Sendable {
    case photo = 1
    case video = 2
    case audio = 3
    case alternatePhoto = 4
    case fullSizePhoto = 5
    case fullSizeVideo = 6
    case adjustmentData = 7
    case adjustmentBasePhoto = 8
    case pairedVideo = 9
    case fullSizePairedVideo = 10
    case adjustmentBasePairedVideo = 11
    case adjustmentBaseVideo = 12
    case photoProxy = 19
    /// What ``sidecar`` is.
    @available(*, unavailable, message: "use sidecar")
    case unlistedSidecar = 1_001
}
