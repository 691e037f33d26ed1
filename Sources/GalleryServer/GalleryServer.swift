internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
public import Logging
internal import NIOCore
internal import Photos
internal import ServiceLifecycle
internal import UnixSignals

/// A server that shows a library in browsers: pages, pictures, and events about changes.
public struct GalleryServer: Sendable {
    private let options: GalleryOptions
    private let logger: Logger
    private let running: @Sendable (Int) -> Void

    /// The file descriptors reserved for everything but connections: the catalogue, pictures, originals.
    private static let reserve = 256
    private static let mostConnections = 4_096
    /// The time for sending the head of a request, and between two requests.
    private static let patience: TimeAmount = .seconds(30)
    /// The time for finishing responses after the process was asked to end.
    private static let farewell: Duration = .seconds(5)
    /// The greatest length of a request's head, in bytes.
    private static let longestHead = 16 << 10

    /// - Parameters:
    ///   - options: The options of the server.
    ///   - logger: The logger for its messages.
    ///   - running: Called with the port once the server listens.
    public init(
        _ options: GalleryOptions,
        logger: Logger,
        running: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        (self.options, self.logger, self.running) = (options, logger, running)
    }

    /// Serves until the task is cancelled or the process is asked to end.
    public func run() async throws {
        if let catalogue = options.catalogue {
            PHPhotoLibrary.setShared(PHPhotoLibrary(catalogueAt: URL(fileURLWithPath: catalogue)))
        }
        if let error = GalleryStartError.unwritable(options) { throw error }
        let connections = Connections(
            most: max(16, min(Self.mostConnections, Descriptors.raise() - Self.reserve))
        )
        let application = Application(
            router: router(),
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [ConnectionHandler(connections)],
                    idleTimeout: Self.patience,
                    httpDecoderConfiguration: .init(
                        maxHeaderFieldSize: Self.longestHead,
                        maxHeaderListSize: Self.longestHead,
                        maxHeaderFieldCount: 100
                    )
                )
            ),
            configuration: ApplicationConfiguration(
                address: .hostname(options.address, port: options.port)
            ),
            onServerRunning: { [running] channel in running(channel.localAddress?.port ?? 0) },
            logger: logger
        )
        var configuration = ServiceGroupConfiguration(
            services: [application],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger
        )
        // A download of an original has this long to finish; a page reconnects by itself.
        configuration.maximumGracefulShutdownDuration = Self.farewell
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw GalleryStartError(
                description: "another program listens on port \(options.port) of "
                    + "\(options.address); name another one with --port",
                exitStatus: EX_UNAVAILABLE
            )
        }
    }

    private func router() -> Router<Visitor> {
        let lists = LiveLists()
        lists.begin()
        let router = Router(context: Visitor.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: AnswerHeaders())
        router.add(
            middleware: RequestCheck(
                hosts: Hosts(options.hosts, hasAddresses: !options.isLocal)
            )
        )
        if let password = options.password {
            router.add(
                middleware: Door(
                    password: password,
                    sessions: Sessions(path: options.sessions, password: password.text),
                    isBehindProxy: options.isBehindProxy,
                    logger: logger
                )
            )
        }
        let workers = Workers(threads: 16)
        Task { try await workers.run { lists.prepare() } }
        let recent = RecentPhotos()
        recent.begin()
        ListRoutes(lists: lists, recent: recent, workers: workers, options: options)
            .add(to: router)
        PictureRoutes(
            lists: lists,
            recent: recent,
            workers: workers,
            makers: Workers(threads: 8)
        ).add(to: router)
        if options.isEditable { EditRoutes(workers: workers).add(to: router) }
        return router
    }
}
