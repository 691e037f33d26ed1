internal import CSystemCalls
internal import Glibc
package import Imaging

extension PictureSource {
    /// A file at an absolute path, which is opened only if it is a regular one.
    ///
    /// - Parameters:
    ///   - path: Its bytes.
    ///   - isFilm: Whether it is a film.
    ///   - content: What it holds; nil to keep nothing of it.
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
