/// What kind of medium an asset is.
public enum PHAssetMediaType: Int, Sendable, Codable {
    /// A file of which nothing more is known.
    case unknown = 0
    /// A photo or another picture.
    case image = 1
    /// A film.
    case video = 2
    /// A sound; nothing on Linux is.
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
