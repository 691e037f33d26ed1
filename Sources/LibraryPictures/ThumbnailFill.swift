internal import Catalogue
internal import Dispatch
package import Imaging
internal import PhotoModel
internal import Renditions
internal import Synchronization

/// Makes the pictures that will be asked for before somebody asks: of all assets once, then of those that come or
/// change.
///
/// Follows the library's history, and goes on after a restart where it had come to. Runs on one thread.
package final class ThumbnailFill {
    package struct Options: Sendable {
        /// The longest sides of the pictures, in pixels.
        package var sizes: [Int]
        /// The directory of the cache, where it is noted how far this has come.
        package var cache: String
        /// Go on with what comes.
        package var follows: Bool

        package init(sizes: [Int], cache: String, follows: Bool) {
            (self.sizes, self.cache, self.follows) = (sizes, cache, follows)
        }
    }

    /// How many assets are taken from the catalogue at a time.
    private static let portion = 64
    /// How well the pictures are kept, as ``PictureOrder/thumbnail(_:size:)`` asks for them.
    package static let quality = 82

    private let reader: CatalogueReader
    private let signal: CommitSignal
    private let imager: Imager
    private let options: Options
    private let isStopped: () -> Bool
    private let library: String
    private var progress = ThumbnailProgress()

    /// - Parameters:
    ///   - catalogue: The catalogue's file.
    ///   - imager: Makes the pictures, and has the cache.
    ///   - options: What is made.
    ///   - stop: Becomes readable when this should end.
    ///   - isStopped: Whether it should.
    /// - Throws: `CatalogueError` when the catalogue cannot be read.
    package init(
        catalogue: String,
        imager: Imager,
        options: Options,
        stop: Int32 = -1,
        isStopped: @escaping () -> Bool = { false }
    ) throws {
        reader = try CatalogueReader(path: catalogue)
        signal = CommitSignal(catalogue: catalogue, stop: stop)
        (self.imager, self.options, self.isStopped) = (imager, options, isStopped)
        library = reader.library.description
    }

    /// Fills the cache until everything has been looked at, or until told to stop.
    ///
    /// - Parameter onProgress: Called after each portion.
    /// - Throws: `CatalogueError` when the catalogue cannot be read.
    package func run(onProgress: (ThumbnailProgress) -> Void = { _ in }) throws {
        if let saved = ThumbnailProgress.read(library: library, cache: options.cache),
            saved.sizes == options.sizes
        {
            progress = saved
        }
        progress.sizes = options.sizes
        var cursor: ChangeCursor?
        while !isStopped() {
            let pictures = try take(&cursor)
            guard make(pictures) else { return }
            progress.write(library: library, cache: options.cache)
            onProgress(progress)
            guard let current = cursor, current.isFinished, try current.isCurrent(reader) else {
                continue
            }
            try reader.rest()
            guard options.follows, signal.wait() else { return }
        }
    }

    /// The next assets whose pictures may be missing.
    private func take(_ cursor: inout ChangeCursor?) throws -> [AssetPicture] {
        try reader.snapshot {
            var current = try cursor ?? ChangeCursor(reader, since: progress.token)
            if cursor != nil { try current.resume(reader) }
            if progress.token == nil || current.expiry != nil {
                (progress.looked, progress.failed) = (0, 0)
            }
            var pictures: [AssetPicture] = []
            var looked = 0
            try current.forEach(reader) { entry, _ in
                looked += 1
                if let asset = entry.asset, Self.mayLack(entry) {
                    let picture = try AssetPicture(of: asset, .current, in: reader)
                    if picture.source.content != nil { pictures.append(picture) }
                }
                return pictures.count < Self.portion && looked < 4_096
            }
            progress.token = try current.token(reader).description
            cursor = current
            return pictures
        }
    }

    private static func mayLack(_ entry: HistoryEntry) -> Bool {
        guard entry.kind == .asset, entry.asset?.unreadableReason == nil else { return false }
        return entry.change == .inserted || entry.contentChanged
            || entry.assetKeys.contains(.resources)
    }

    /// Makes pictures and waits for them; false when told to stop.
    private func make(_ pictures: [AssetPicture]) -> Bool {
        let group = DispatchGroup()
        let failed = Mutex(0)
        var tickets: [Ticket] = []
        for picture in pictures {
            for size in options.sizes {
                let order = PictureOrder.thumbnail(picture.source, size: size)
                guard imager.cached(order) == nil else { continue }
                group.enter()
                let ticket = imager.make(order) { made in
                    if case .failure(let error) = made, error.code != .cancelled {
                        failed.withLock { $0 += 1 }
                    }
                    group.leave()
                }
                tickets.append(ticket)
            }
        }
        while group.wait(timeout: .now() + .milliseconds(200)) == .timedOut {
            guard isStopped() else { continue }
            tickets.forEach(imager.cancel)
            group.wait()
            return false
        }
        progress.looked += pictures.count
        progress.failed += failed.withLock { $0 }
        return true
    }
}

extension PictureOrder {
    /// A thumbnail as the cache is filled with.
    package static func thumbnail(_ source: PictureSource, size: Int) -> PictureOrder {
        var request = RenditionRequest()
        request.subject = source.isFilm ? .frame : .picture
        (request.width, request.height, request.wantsPixels) = (size, size, false)
        request.encoding = .compact(quality: ThumbnailFill.quality)
        return PictureOrder(source, request, priority: .background)
    }
}
