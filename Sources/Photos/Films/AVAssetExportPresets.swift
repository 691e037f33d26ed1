/// Copies the film without changing it.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"
/// The best quality there is, which copies the film without changing it.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
/// A smaller film for a fast connection; not available on Linux.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
/// A smaller film for any connection; not available on Linux.
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
/// The best quality in HEVC; not available on Linux.
public let AVAssetExportPresetHEVCHighestQuality = "AVAssetExportPresetHEVCHighestQuality"
/// At most 640 by 480 pixels; not available on Linux.
public let AVAssetExportPreset640x480 = "AVAssetExportPreset640x480"
/// At most 960 by 540 pixels; not available on Linux.
public let AVAssetExportPreset960x540 = "AVAssetExportPreset960x540"
/// At most 1280 by 720 pixels; not available on Linux.
public let AVAssetExportPreset1280x720 = "AVAssetExportPreset1280x720"
/// At most 1920 by 1080 pixels; not available on Linux.
public let AVAssetExportPreset1920x1080 = "AVAssetExportPreset1920x1080"
/// At most 3840 by 2160 pixels; not available on Linux.
public let AVAssetExportPreset3840x2160 = "AVAssetExportPreset3840x2160"

/// A file format for films.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
    /// The uniform type identifier of the format, such as `public.mpeg-4`.
    public let rawValue: String

    /// Creates a file format from its identifier.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// MPEG-4.
    public static let mp4 = AVFileType(rawValue: "public.mpeg-4")
    /// QuickTime.
    public static let mov = AVFileType(rawValue: "com.apple.quicktime-movie")
    /// Apple's variant of MPEG-4.
    public static let m4v = AVFileType(rawValue: "com.apple.m4v-video")
}
