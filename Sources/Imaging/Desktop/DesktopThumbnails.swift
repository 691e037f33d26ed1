internal import Glibc
internal import Renditions

/// The thumbnails that desktop programs share, by the Thumbnail Managing Standard of freedesktop.org.
///
/// They are identified by the photo's path and modification time. They belong to one user; for anybody else, including
/// root, no thumbnail is found or written.
package struct DesktopThumbnails: Sendable {
    /// The greatest width and height of the thumbnails in a directory, in pixels.
    package enum Size: Int, CaseIterable, Sendable {
        case normal = 128
        case large = 256
        case extraLarge = 512
        case extraExtraLarge = 1_024

        var directory: String {
            switch self {
            case .normal: "normal"
            case .large: "large"
            case .extraLarge: "x-large"
            case .extraExtraLarge: "xx-large"
            }
        }
    }

    /// The photo that a thumbnail shows.
    package struct Subject: Sendable {
        /// An absolute path without symbolic links.
        package var path: [UInt8]
        /// Nanoseconds since 1970.
        package var modified: Int64
        package var size: Int64

        package init(path: [UInt8], modified: Int64, size: Int64) {
            (self.path, self.modified, self.size) = (path, modified, size)
        }

        /// The modification time in whole seconds, rounded down also before 1970.
        var seconds: String {
            let billion: Int64 = 1_000_000_000
            return String(modified / billion - (modified % billion < 0 ? 1 : 0))
        }
    }

    let directory: String

    /// - Parameter cache: The directory of all of a user's caches, as returned by ``CacheLocation/userDirectory(_:)``.
    package init(cache: String) {
        directory = cache + "/thumbnails"
    }

    /// Returns the smallest thumbnail from a directory of at least this many pixels, or else the largest there is.
    ///
    /// Nothing is decoded, and the photo's size is as another program recorded it.
    package func find(_ subject: Subject, pixels: Int) -> Picture? {
        let uri = FileURI.text(subject.path)
        let enough = Size.allCases.filter { $0.rawValue >= pixels }
        let less = Size.allCases.filter { $0.rawValue < pixels }.reversed()
        for size in enough + less {
            guard let bytes = read(path(uri, size)), let file = PNGChunks(bytes) else { continue }
            if let picture = Self.picture(file, bytes, uri, subject, size) { return picture }
        }
        return nil
    }

    /// Writes a thumbnail.
    ///
    /// - Parameters:
    ///   - picture: The picture, encoded as a PNG no larger than `size` and turned upright.
    ///   - subject: The photo; if it is a thumbnail itself, nothing is written.
    ///   - size: The directory to write to.
    /// - Returns: Whether it was written.
    @discardableResult
    package func write(_ picture: Picture, of subject: Subject, _ size: Size) -> Bool {
        guard let png = picture.encoded, picture.format == .png, let file = PNGChunks(png),
            file.width <= size.rawValue, file.height <= size.rawValue,
            !subject.path.starts(with: Array((directory + "/").utf8)), makeDirectory(size)
        else { return false }
        let uri = FileURI.text(subject.path)
        let bytes = file.with([
            ("Thumb::URI", uri), ("Thumb::MTime", subject.seconds),
            ("Thumb::Size", String(subject.size)),
            ("Thumb::Image::Width", String(picture.sourceWidth)),
            ("Thumb::Image::Height", String(picture.sourceHeight)), ("Software", "Heliograph"),
        ])
        let temporary =
            "\(directory)/\(size.directory)/.heliograph-\(UInt64.random(in: 0...UInt64.max))"
        guard Self.write(bytes, temporary) else { return false }
        guard unsafe rename(temporary, path(uri, size)) == 0 else {
            unsafe unlink(temporary)
            return false
        }
        return true
    }

    private func path(_ uri: String, _ size: Size) -> String {
        "\(directory)/\(size.directory)/\(MD5.digits(Array(uri.utf8))).png"
    }

    private static func picture(
        _ file: PNGChunks,
        _ bytes: [UInt8],
        _ uri: String,
        _ subject: Subject,
        _ size: Size
    ) -> Picture? {
        let texts = file.texts
        guard texts["Thumb::URI"] == uri, texts["Thumb::MTime"] == subject.seconds,
            texts["Thumb::Size"].map({ $0 == String(subject.size) }) ?? true,
            (1...size.rawValue).contains(file.width), (1...size.rawValue).contains(file.height)
        else { return nil }
        var picture = Picture(
            width: file.width,
            height: file.height,
            sourceWidth: texts["Thumb::Image::Width"].flatMap { Int($0) } ?? 0,
            sourceHeight: texts["Thumb::Image::Height"].flatMap { Int($0) } ?? 0
        )
        (picture.encoded, picture.format, picture.hasAlpha) = (bytes, .png, file.hasAlpha)
        return picture
    }
}
