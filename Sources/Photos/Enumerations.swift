/// The kind of medium of an asset.
public enum PHAssetMediaType: Int, Sendable, Codable {
    /// A file about which nothing else is known.
    case unknown = 0
    /// A photo or another picture.
    case image = 1
    /// A film.
    case video = 2
    /// A sound recording; does not occur on Linux.
    case audio = 3
}

/// The special kinds of photo and film.
public struct PHAssetMediaSubtype: OptionSet, Sendable, Hashable, Codable {
    /// The bits, which match PhotoKit's.
    public let rawValue: UInt

    /// Creates a set of bits, which may be unknown ones.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// A panorama: wide, tall or all around.
    public static let photoPanorama = Self(rawValue: 1 << 0)
    /// A picture composed of several exposures.
    public static let photoHDR = Self(rawValue: 1 << 1)
    /// A screenshot.
    public static let photoScreenshot = Self(rawValue: 1 << 2)
    /// A still with a short film.
    public static let photoLive = Self(rawValue: 1 << 3)
    /// A portrait with a blurred background.
    public static let photoDepthEffect = Self(rawValue: 1 << 4)
    /// Several pictures, shown one after another.
    public static let photoAnimation = Self(rawValue: 1 << 6)
    /// A picture or film with a view for each eye.
    public static let spatialMedia = Self(rawValue: 1 << 10)
    /// A film made for streaming.
    public static let videoStreamed = Self(rawValue: 1 << 16)
    /// A slow-motion film.
    public static let videoHighFrameRate = Self(rawValue: 1 << 17)
    /// A time-lapse film.
    public static let videoTimelapse = Self(rawValue: 1 << 18)
    /// A screen recording.
    public static let videoScreenRecording = Self(rawValue: 1 << 19)
    /// A film whose focus can be changed.
    public static let videoCinematic = Self(rawValue: 1 << 21)
}

/// The source of an asset; on Linux always the user's library.
public struct PHAssetSourceType: OptionSet, Sendable, Hashable, Codable {
    /// The bits, which match PhotoKit's.
    public let rawValue: UInt

    /// Creates a set of bits, which may be unknown ones.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The user's own library.
    public static let typeUserLibrary = Self(rawValue: 1 << 0)
    /// A shared album; does not occur on Linux.
    public static let typeCloudShared = Self(rawValue: 1 << 1)
    /// A sync from a computer; does not occur on Linux.
    public static let typeiTunesSynced = Self(rawValue: 1 << 2)
}

/// How a picture was chosen from its burst.
public struct PHAssetBurstSelectionType: OptionSet, Sendable, Hashable, Codable {
    /// The bits, which match PhotoKit's.
    public let rawValue: UInt

    /// Creates a set of bits, which may be unknown ones.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The camera chose it.
    public static let autoPick = Self(rawValue: 1 << 0)
    /// The user chose it.
    public static let userPick = Self(rawValue: 1 << 1)
}
