internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
public import Logging
internal import NIOCore
internal import Photos

/// Shows a library in browsers: pages, pictures, and events of what changes.
public struct GalleryServer: Sendable {
    private let options: GalleryOptions
    private let logger: Logger
    private let running: @Sendable (Int) -> Void

    /// Connections at once; a page has about seven.
    private static let mostConnections = 1_000

    /// - Parameters:
    ///   - options: How it is to run.
    ///   - logger: Where it says what happens.
    ///   - running: Called with the port once it listens.
    public init(
        _ options: GalleryOptions,
        logger: Logger,
        running: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        (self.options, self.logger, self.running) = (options, logger, running)
    }

    /// Serves until the task is cancelled or the process is told to end.
    public func run() async throws {
        if let catalogue = options.catalogue {
            PHPhotoLibrary.setShared(PHPhotoLibrary(catalogueAt: URL(fileURLWithPath: catalogue)))
        }
        let lists = LiveLists()
        lists.begin()
        let router = Router(context: BasicRequestContext.self)
        router.add(middleware: AnswerHeaders())
        router.add(middleware: RequestCheck(hosts: Hosts(options.hosts)))
        Routes(lists: lists, workers: Workers(threads: 16)).add(to: router)
        let application = Application(
            router: router,
            server: .http1(configuration: .init(idleTimeout: .seconds(60))),
            configuration: ApplicationConfiguration(
                address: .hostname(options.address, port: options.port),
                availableConnectionsDelegate: MaximumAvailableConnections(Self.mostConnections)
            ),
            onServerRunning: { [running] channel in running(channel.localAddress?.port ?? 0) },
            logger: logger
        )
        try await application.runService()
    }
}
