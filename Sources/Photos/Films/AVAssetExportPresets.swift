/// As the film is.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"
/// As good as can be, which is as the film is.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
/// Smaller, for a good connection; not on Linux.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
/// Smaller, for any connection; not on Linux.
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
/// As good as can be in HEVC; not on Linux.
public let AVAssetExportPresetHEVCHighestQuality = "AVAssetExportPresetHEVCHighestQuality"
/// Of at most 640 by 480 pixels; not on Linux.
public let AVAssetExportPreset640x480 = "AVAssetExportPreset640x480"
/// Of at most 960 by 540 pixels; not on Linux.
public let AVAssetExportPreset960x540 = "AVAssetExportPreset960x540"
/// Of at most 1280 by 720 pixels; not on Linux.
public let AVAssetExportPreset1280x720 = "AVAssetExportPreset1280x720"
/// Of at most 1920 by 1080 pixels; not on Linux.
public let AVAssetExportPreset1920x1080 = "AVAssetExportPreset1920x1080"
/// Of at most 3840 by 2160 pixels; not on Linux.
public let AVAssetExportPreset3840x2160 = "AVAssetExportPreset3840x2160"

/// A kind of file that films are written in.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
    /// The identifier of its type, such as `public.mpeg-4`.
    public let rawValue: String

    /// The kind with an identifier.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// MPEG-4.
    public static let mp4 = AVFileType(rawValue: "public.mpeg-4")
    /// QuickTime.
    public static let mov = AVFileType(rawValue: "com.apple.quicktime-movie")
    /// Apple's MPEG-4.
    public static let m4v = AVFileType(rawValue: "com.apple.m4v-video")
}
