package import Renditions

/// A file to make pictures of.
package struct PictureSource: Sendable {
    /// The file's name, without directories; some formats are recognised only by it.
    package var name: [UInt8]
    /// Whether the file is a film.
    package var isFilm = false
    /// The key of the file's content for the cache; nil if its pictures must not be kept.
    package var content: ContentKey?
    /// Opens the file for reading, again for each call; returns `-errno` if that fails.
    ///
    /// Called on any thread.
    package var open: @Sendable () -> Int32
    /// Whether the file exists but holds something other than ``content``, unnoticed so far.
    ///
    /// Called on any thread, before a picture is taken from the cache. If the file is missing, as when its disk is not
    /// mounted, the picture in the cache is used.
    package var isReplaced: @Sendable () -> Bool = { false }

    package init(name: [UInt8], content: ContentKey?, open: @escaping @Sendable () -> Int32) {
        (self.name, self.content, self.open) = (name, content, open)
    }
}

/// A request for a rendition.
package struct PictureOrder: Sendable {
    /// The order in which waiting orders are carried out.
    package enum Priority: Int, Comparable, Sendable {
        /// Filling the cache at idle priority, when there is nothing else to do.
        case background
        /// For pictures that will soon be needed.
        case soon
        /// For a picture that somebody is waiting for.
        case now
        /// For the first, rough picture for somebody who is waiting.
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

/// The reason why there is no picture.
package struct ImagingError: Error, Equatable, Sendable, CustomStringConvertible {
    package enum Code: Sendable {
        /// The order was cancelled.
        case cancelled
        /// The file cannot be opened, or no longer exists.
        case unavailable
        /// The file has no such picture, or it cannot be decoded.
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
