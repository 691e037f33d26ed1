internal import Catalogue
internal import Foundation

extension RootRecord {
    /// Whether there is anything at the folder's path now; its state is what the last indexer saw.
    var isThere: Bool {
        let bytes = (path + [0]).map { CChar(bitPattern: $0) }
        return unsafe access(bytes, F_OK) == 0 || errno != ENOENT && errno != ENOTDIR
    }
}
