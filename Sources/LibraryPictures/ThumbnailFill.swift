internal import Catalogue
internal import Glibc
package import Imaging
internal import Kernel
internal import PhotoModel
internal import Renditions

/// The work of making thumbnails in advance: of all assets once, then of those that are added or changed.
///
/// It follows the library's history, and resumes where it was after a restart. Runs on one thread.
package final class ThumbnailFill {
    package struct Options: Sendable {
        /// The longest sides of the pictures, in pixels.
        package var sizes: [Int]
        /// The directory of the cache, which also stores the progress.
        package var cache: String
        /// Whether to continue with new changes.
        package var follows: Bool
        /// Becomes readable when the work should end.
        package var stop: Int32

        package init(sizes: [Int], cache: String, follows: Bool, stop: Int32 = -1) {
            (self.sizes, self.cache, self.follows, self.stop) = (sizes, cache, follows, stop)
        }
    }

    /// The most assets that are read from the catalogue at a time.
    private static let portion = 64
    /// The quality of the pictures, as ordered by ``PictureOrder/thumbnail(_:size:)``.
    package static let quality = 82

    private let reader: CatalogueReader
    private let signal: CommitSignal
    private let imager: Imager
    private let options: Options
    private let isStopped: () -> Bool
    private let library: String
    private var progress = ThumbnailProgress()
    /// The kinds of files whose program is missing: films (true), pictures (false).
    private var missing: Set<Bool> = []

    /// - Parameters:
    ///   - catalogue: The catalogue's file.
    ///   - imager: The imager that makes the pictures, with its cache.
    ///   - options: The options of the work.
    ///   - isStopped: Whether the work should end.
    /// - Throws: `CatalogueError` if the catalogue cannot be read.
    package init(
        catalogue: String,
        imager: Imager,
        options: Options,
        isStopped: @escaping () -> Bool = { false }
    ) throws {
        reader = try CatalogueReader(path: catalogue)
        signal = CommitSignal(catalogue: catalogue, stop: options.stop)
        (self.imager, self.options, self.isStopped) = (imager, options, isStopped)
        library = reader.library.description
    }

    /// Fills the cache until all assets have been processed, or until asked to stop.
    ///
    /// - Parameters:
    ///   - onProgress: Called after each portion.
    ///   - onTrouble: Called once for each problem.
    /// - Returns: Whether everything that can be made is in the cache.
    /// - Throws: `CatalogueError` if the catalogue cannot be read.
    @discardableResult
    package func run(
        onProgress: (ThumbnailProgress) -> Void = { _ in },
        onTrouble: (ThumbnailTrouble) -> Void = { _ in }
    ) throws -> Bool {
        if let fault = cacheFault {
            onTrouble(.cacheFault(directory: options.cache, reason: fault))
            return false
        }
        begin()
        var cursor: ChangeCursor?
        var (faults, patience): (Set<String>, UInt32) = ([], 60)
        while !isStopped() {
            let before = progress
            let pictures = try take(&cursor)
            guard let outcome = make(pictures) else { break }
            if let fault = outcome.cacheFault {
                // Starts again from the previous position once there is room.
                (progress, cursor) = (before, nil)
                if faults.insert(fault).inserted {
                    onTrouble(.cacheFault(directory: options.cache, reason: fault))
                }
                try reader.rest()
                guard options.follows, wait(patience) else { break }
                patience = min(patience * 2, 3_600)
                continue
            }
            patience = 60
            note(outcome, pictures.count, onTrouble)
            progress.write(library: library, cache: options.cache)
            onProgress(progress)
            guard let current = cursor, current.isFinished, try current.isCurrent(reader) else {
                continue
            }
            try reader.rest()
            guard options.follows else { return !progress.isIncomplete }
            guard signal.wait() else { break }
        }
        return false
    }

    /// The reason why there can be no cache at all.
    private var cacheFault: String? {
        do throws(SystemError) {
            _ = try RenditionCache(directory: options.cache, limit: 0)
            return nil
        } catch {
            return unsafe String(cString: strerror(error.code))
        }
    }

    /// Resumes from the saved position, unless something was left out.
    private func begin() {
        if let saved = ThumbnailProgress.read(library: library, cache: options.cache),
            saved.sizes == options.sizes, !saved.isIncomplete
        {
            progress = saved
        }
        progress.sizes = options.sizes
    }

    private func note(
        _ outcome: ThumbnailPortion.Outcome,
        _ count: Int,
        _ onTrouble: (ThumbnailTrouble) -> Void
    ) {
        progress.looked += count
        progress.failed += outcome.undecodable.count
        for (path, reason) in outcome.undecodable {
            onTrouble(.undecodable(path: path, reason: reason))
        }
        guard let (isFilm, reason) = outcome.missing else { return }
        progress.isIncomplete = true
        if missing.insert(isFilm).inserted { onTrouble(.helperMissing(reason: reason)) }
    }

    /// Waits for some seconds; returns false if asked to stop.
    private func wait(_ seconds: UInt32) -> Bool {
        var stopped = pollfd(fd: options.stop, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&stopped, 1, Int32(seconds) * 1_000)
        return !isStopped()
    }

    /// Returns the next assets whose pictures may be missing.
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

    private func make(_ pictures: [AssetPicture]) -> ThumbnailPortion.Outcome? {
        ThumbnailPortion(imager: imager, sizes: options.sizes).make(
            pictures.filter { !missing.contains($0.source.isFilm) },
            isStopped: isStopped
        )
    }
}
