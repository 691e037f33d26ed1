package import Renditions

/// A file whose picture is wanted.
package struct PictureSource: Sendable {
    /// The file's name, without directories; some formats are known by it only.
    package var name: [UInt8]
    /// Whether the file is a film.
    package var isFilm = false
    /// What the file holds, as far as the cache is concerned; nil when nothing of it is to be kept.
    package var content: ContentKey?
    /// Opens the file for reading, each time anew; `-errno` when that fails.
    ///
    /// Called on any thread.
    package var open: @Sendable () -> Int32
    /// Whether the file is there and, though nobody has noticed yet, holds something else than ``content``.
    ///
    /// Called on any thread, before something is taken from the cache. A file that is not there, as on a disk that is
    /// not mounted, is shown as it was.
    package var isReplaced: @Sendable () -> Bool = { false }

    package init(name: [UInt8], content: ContentKey?, open: @escaping @Sendable () -> Int32) {
        (self.name, self.content, self.open) = (name, content, open)
    }
}

/// A wish for a rendition.
package struct PictureOrder: Sendable {
    /// Which of the waiting orders come first.
    package enum Priority: Int, Comparable, Sendable {
        /// Filling the cache when nothing else is to be done, at idle priority.
        case background
        /// What will be needed soon.
        case soon
        /// Somebody waits for it.
        case now
        /// The first, rough picture for somebody who waits.
        case first

        package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    package var source: PictureSource
    package var request: RenditionRequest
    package var priority = Priority.now

    package init(_ source: PictureSource, _ request: RenditionRequest, priority: Priority = .now) {
        (self.source, self.request, self.priority) = (source, request, priority)
    }
}

/// Why there is no picture.
package struct ImagingError: Error, Equatable, Sendable, CustomStringConvertible {
    package enum Code: Sendable {
        /// It was cancelled.
        case cancelled
        /// The file cannot be opened, or is gone.
        case unavailable
        /// There is no such picture in the file, or it cannot be decoded.
        case undecodable
        /// The helper program cannot be started.
        case helperMissing
    }

    package var code: Code
    package var description: String

    package init(_ code: Code, _ description: String) {
        (self.code, self.description) = (code, description)
    }
}
