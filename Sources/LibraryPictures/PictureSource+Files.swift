internal import CSystemCalls
internal import Glibc
package import Imaging

extension PictureSource {
    /// Creates a source for the file at an absolute path, which is opened only if it is a regular one.
    ///
    /// - Parameters:
    ///   - path: The bytes of the path.
    ///   - isFilm: Whether the file is a film.
    ///   - content: The key of its content; nil to keep its pictures out of the cache.
    package init(path: [UInt8], isFilm: Bool, content: ContentKey?) {
        let start = path.lastIndex(of: 0x2F).map { $0 + 1 } ?? 0
        let text = path.map { CChar(bitPattern: $0) } + [0]
        self.init(name: Array(path[start...]), content: content) {
            unsafe heliograph_open_regular(AT_FDCWD, text, O_NOFOLLOW)
        }
        if let content { isReplaced = { content.isOther(at: text) } }
        self.isFilm = isFilm
    }
}
