/// The packets between a program and its imagers.
///
/// The program sends ``Lane`` first, with a descriptor of shared memory, then requests, each with the descriptor of a
/// file. The imager reports the parts missing from its sandbox, then answers each request; pixels and encoded bytes
/// stay in the lane until the next request. All numbers are little-endian.
package enum RenditionMessage {
    /// The largest packet of either direction.
    package static let largestPacket = 4_096
    /// The longest name and the longest reason, in bytes.
    package static let longestText = 1_024

    /// A report from an imager.
    package enum Report: Equatable, Sendable {
        /// The imager is ready; lists the parts of its sandbox that could not be set up, separated by commas.
        case ready(missing: String)
        case made(ticket: UInt64, RenditionFacts)
        case failed(ticket: UInt64, reason: String)
    }
}

/// The properties of a finished rendition, and its place in the lane.
package struct RenditionFacts: Equatable, Sendable {
    /// In pixels.
    package var width = 0
    package var height = 0
    /// The size of the whole source picture, turned upright.
    package var sourceWidth = 0
    package var sourceHeight = 0
    /// Whether any pixel may be transparent.
    package var hasAlpha = false
    /// The number of bytes of the pixels at the start of the lane; 0 if they were not requested.
    ///
    /// The rows from the top, four bytes per pixel: red, green, blue, alpha, in sRGB, not premultiplied.
    package var pixelBytes = 0
    /// The place of the encoded file; empty if none was requested.
    package var encodedOffset = 0
    package var encodedBytes = 0
    package var format = Format.none

    /// The file format that was chosen.
    package enum Format: UInt8, Sendable {
        case none, jpeg, png, webp, avif
    }

    package init() {}
}
