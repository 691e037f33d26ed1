internal import ChangeFeed
internal import Foundation
internal import Logging
internal import ServiceLifecycle
internal import Synchronization

/// The feed on standard output: tells what is committed, then ends, when told to.
struct FeedService: Service {
    let catalogue: String
    let options: FeedFollower.Options
    private let stop = Signal()

    init(catalogue: String, options: FeedFollower.Options) {
        (self.catalogue, self.options) = (catalogue, options)
    }

    func run() async throws {
        try await withGracefulShutdownHandler {
            try await onThread("feed") {
                let output = FeedOutput(descriptor: STDOUT_FILENO, stop: stop.descriptor)
                let follower = try FeedFollower(
                    catalogue: catalogue,
                    output: output,
                    stop: stop.descriptor,
                    options: options
                )
                _ = try follower.run()
            }
        } onGracefulShutdown: {
            stop.raise()
        }
    }
}

/// The feed in a file, which goes on where its last line ends; or in a FIFO.
final class FileFeedService: Service {
    private let file: FeedFile
    private let catalogue: String
    private let options: FeedFollower.Options
    private let logger: Logger
    private let stop = Signal()
    private let isStopping = Atomic<Bool>(false)

    init(file: FeedFile, catalogue: String, options: FeedFollower.Options, logger: Logger) {
        (self.file, self.catalogue, self.options, self.logger) = (file, catalogue, options, logger)
    }

    /// Raised when the file may have been moved away: the feed goes on in a new one of its name.
    var reopen: Signal { stop }

    func run() async throws {
        try await withGracefulShutdownHandler {
            try await onThread("feed") {
                while try self.follow() {}
            }
        } onGracefulShutdown: {
            self.isStopping.store(true, ordering: .sequentiallyConsistent)
            self.stop.raise()
        }
    }

    /// Tells until told to stop or to look at the file again; false when that is all.
    private func follow() throws -> Bool {
        let opened = try file.open()
        defer { close(opened.descriptor) }
        var options = options
        options.since = opened.token ?? options.since
        let end = try FeedFollower(
            catalogue: catalogue,
            output: FeedOutput(descriptor: opened.descriptor, stop: stop.descriptor),
            stop: stop.descriptor,
            options: options
        ).run()
        if end == .closed, !isStopping.load(ordering: .sequentiallyConsistent) { waitForRoom() }
        guard !isStopping.load(ordering: .sequentiallyConsistent) else { return false }
        stop.take()
        return true
    }

    /// A disk that is full now may have room in a while.
    private func waitForRoom() {
        logger.error("the feed \(file.path) cannot be written; trying again in 10 seconds")
        var polled = pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0)
        poll(&polled, 1, 10_000)
    }
}
