internal import Foundation
internal import PhotoModel

/// The library whose changes come first in a feed's file.
package struct FeedOrigin {
    private let path: String
    /// The token of the first line.
    package let token: String
    private let library: String?

    /// Reads the start of a file; nil for a FIFO, and for a file that is missing, unreadable, or not a feed.
    package init?(of path: String) {
        var found = stat()
        guard unsafe stat(path, &found) == 0, found.st_mode & S_IFMT == S_IFREG,
            let file = FileHandle(forReadingAtPath: path)
        else { return nil }
        defer { try? file.close() }
        // The first line contains no more than the library's folders.
        guard let start = try? file.read(upToCount: 1 << 20),
            let line = FeedLine(start.prefix { $0 != UInt8(ascii: "\n") })
        else { return nil }
        (self.path, token, library) = (path, line.token, line.library)
    }

    /// Returns the warning that a new catalogue belongs to another library than the feed.
    package func warning(ofNew catalogue: String) -> String {
        "a new catalogue was begun at \(PrintableText.line(catalogue)), but the feed \(name) is of another library\(identifier)"
    }

    /// The hint to show when there is no catalogue.
    package var reminder: String {
        "the feed \(name) is of a library that was there\(identifier); if its disk is not mounted, mount it"
    }

    private var name: String { PrintableText.line(path) }

    private var identifier: String {
        library.map { " (\(PrintableText.line(String($0.prefix(36)))))" } ?? ""
    }
}
