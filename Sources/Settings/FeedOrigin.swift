internal import Foundation
internal import PhotoModel

/// The library whose changes a feed's file begins with.
package struct FeedOrigin {
    private let path: String
    /// The token of the first line.
    package let token: String
    private let library: String?

    /// Nil for a FIFO, and for a file that is not there, cannot be read, or does not begin with a line of a feed.
    package init?(of path: String) {
        var found = stat()
        guard unsafe stat(path, &found) == 0, found.st_mode & S_IFMT == S_IFREG,
            let file = FileHandle(forReadingAtPath: path)
        else { return nil }
        defer { try? file.close() }
        // The first line has no more in it than the library's folders.
        guard let start = try? file.read(upToCount: 1 << 20),
            let line = FeedLine(start.prefix { $0 != UInt8(ascii: "\n") })
        else { return nil }
        (self.path, token, library) = (path, line.token, line.library)
    }

    /// What there is to say of a catalogue of another library.
    package func warning(ofNew catalogue: String) -> String {
        "a new catalogue was begun at \(PrintableText.line(catalogue)), but the feed \(name) is of another library\(identifier)"
    }

    /// What there is to say when there is no catalogue.
    package var reminder: String {
        "the feed \(name) is of a library that was there\(identifier); if its disk is not mounted, mount it"
    }

    private var name: String { PrintableText.line(path) }

    private var identifier: String {
        library.map { " (\(PrintableText.line(String($0.prefix(36)))))" } ?? ""
    }
}
