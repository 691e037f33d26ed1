/// A problem that prevents thumbnails, reported to the indexer's user.
package enum ThumbnailTrouble: Equatable, Sendable, CustomStringConvertible {
    /// No picture of a file can be made.
    case undecodable(path: [UInt8], reason: String)
    /// The program for films or for pictures cannot be started; those files are left out until the next start.
    case helperMissing(reason: String)
    /// The cache keeps nothing at present; nothing is made until it does again.
    case cacheFault(directory: String, reason: String)

    package var description: String {
        switch self {
        case .undecodable(let path, let reason):
            "no thumbnail of \(String(decoding: path, as: UTF8.self)): \(reason)"
        case .helperMissing(let reason): "thumbnails are left out: \(reason)"
        case .cacheFault(let directory, let reason):
            "thumbnails cannot be kept in \(directory): \(reason)"
        }
    }
}
