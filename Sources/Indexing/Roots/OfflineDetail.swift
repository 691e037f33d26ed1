internal import PhotoModel

/// Why a root is offline, in words for a person: what is not there, and what to do.
enum OfflineDetail {
    /// The root's own directory is away.
    static let away =
        "the folder is not there or another one took its place; everything known is kept until it is back"

    /// At a path in the root is another file system than the known one.
    static func overlaid(_ path: [UInt8]) -> String {
        """
        the disk that was at \(PrintableText.line(path)) is not, or another one is mounted over it; \(kept)
        """
    }

    /// At a path in the root is nothing where a file system was mounted.
    static func unmounted(_ path: [UInt8]) -> String {
        "the disk that was mounted at \(PrintableText.line(path)) is not; \(kept)"
    }

    /// A detail whose advice, if it ends with one, is for one folder: without a name it would be for all.
    static func naming(_ root: [UInt8], _ detail: String) -> String {
        detail.hasSuffix("--accept-root") ? "\(detail) \(ShellWord.quoted(root))" : detail
    }

    private static let kept = """
        everything known there is kept until it is back. If it is meant to be so, start once with --accept-root
        """
}
