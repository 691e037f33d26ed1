internal import Foundation
internal import Imaging
internal import LibraryPictures
internal import Logging
internal import PhotoModel
internal import Synchronization

/// The service that fills the cache with thumbnails for as long as the indexer runs.
final class ThumbnailService: Service {
    let name = "thumbnails"
    private let catalogue: String
    private let sizes: [Int]
    private let logger: Logger
    private let stopping = Signal()
    private let isStopping = Atomic<Bool>(false)

    init(catalogue: String, sizes: [Int], logger: Logger) {
        (self.catalogue, self.sizes, self.logger) = (catalogue, sizes, logger)
    }

    func run() {
        // Failing to make thumbnails in advance is no reason to end the indexer.
        do { try fill() } catch { logger.error("thumbnails are no longer made: \(error)") }
        if !isEnding { _ = waitForStop() }
    }

    func stop() {
        isStopping.store(true, ordering: .sequentiallyConsistent)
        stopping.raise()
    }

    private var isEnding: Bool { isStopping.load(ordering: .sequentiallyConsistent) }

    private func waitForStop() -> Bool {
        var polled = pollfd(fd: stopping.descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&polled, 1, -1) > 0
    }

    private func fill() throws {
        guard let cache = CacheLocation.directories(catalogue: catalogue).first else {
            logger.error(
                "no thumbnails are made: there is no place for a cache; name one in HELIOGRAPH_CACHE"
            )
            return
        }
        let fill = try ThumbnailFill(
            catalogue: catalogue,
            imager: Imager.shared(catalogue: catalogue),
            options: ThumbnailFill.Options(
                sizes: sizes,
                cache: cache,
                follows: true,
                stop: stopping.descriptor
            ),
            isStopped: { self.isEnding }
        )
        try fill.run(onTrouble: { trouble in
            if case .undecodable = trouble {
                self.logger.notice("\(PrintableText.line(trouble.description))")
            } else {
                self.logger.error("\(trouble)")
            }
        })
    }
}
