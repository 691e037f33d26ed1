/// What stands in the way of thumbnails, for who runs the indexer.
package enum ThumbnailTrouble: Equatable, Sendable, CustomStringConvertible {
    /// A file of which no picture can be made.
    case undecodable(path: [UInt8], reason: String)
    /// The program for films, or that for pictures, cannot be started: those are left out until the next start.
    case helperMissing(reason: String)
    /// The cache keeps nothing at present; nothing is made until it does.
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
