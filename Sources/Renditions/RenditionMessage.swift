/// The packets between a program and its imagers.
///
/// The program sends ``Lane`` first, with a descriptor of memory that both share, then requests, each with the
/// descriptor of a file. The imager reports what is missing of its sandbox, then answers each request; pixels and
/// encoded bytes lie in the lane until the next request. All numbers are little-endian.
package enum RenditionMessage {
    /// The largest packet of either direction.
    package static let largestPacket = 4_096
    /// The longest name and the longest reason, in bytes.
    package static let longestText = 1_024

    /// What came from an imager.
    package enum Report: Equatable, Sendable {
        /// It is ready; the parts of its sandbox that are not in force, separated by commas.
        case ready(missing: String)
        case made(ticket: UInt64, RenditionFacts)
        case failed(ticket: UInt64, reason: String)
    }
}

/// What a rendition turned out to be, and where it lies in the lane.
package struct RenditionFacts: Equatable, Sendable {
    /// In pixels.
    package var width = 0
    package var height = 0
    /// The size of the whole picture that it was made of, as it is looked at.
    package var sourceWidth = 0
    package var sourceHeight = 0
    /// Whether any pixel may be transparent.
    package var hasAlpha = false
    /// The bytes of the pixels, which begin the lane; 0 where they were not asked for.
    ///
    /// Rows from the top, four bytes a pixel: red, green, blue, alpha, in sRGB, not multiplied by alpha.
    package var pixelBytes = 0
    /// Where the encoded file lies; empty where none was asked for.
    package var encodedOffset = 0
    package var encodedBytes = 0
    package var format = Format.none

    /// The file format that was chosen.
    package enum Format: UInt8, Sendable {
        case none, jpeg, png, webp, avif
    }

    package init() {}
}
