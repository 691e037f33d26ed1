internal import NIOCore
internal import NIOHTTPTypes
internal import Synchronization

/// The connections there are.
///
/// Where there are too many, the one that has been idle for the longest makes room, so that nobody keeps others out by
/// holding connections.
final class Connections: Sendable {
    private struct Entry {
        let channel: any Channel
        /// Since when it waits for a request; nil while one is answered.
        var idleSince: ContinuousClock.Instant?
    }

    private let most: Int
    private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    init(most: Int) { self.most = most }

    func add(_ channel: any Channel) {
        let closed = entries.withLock { entries -> (any Channel)? in
            entries[ObjectIdentifier(channel)] = Entry(channel: channel, idleSince: .now)
            guard entries.count > most else { return nil }
            let idle = entries.compactMap { id, entry in entry.idleSince.map { (id, $0) } }
            guard let longest = idle.min(by: { $0.1 < $1.1 })?.0 else { return channel }
            return entries.removeValue(forKey: longest)?.channel
        }
        closed?.close(promise: nil)
    }

    func remove(_ channel: any Channel) {
        entries.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(channel)) }
    }

    func set(_ channel: any Channel, isIdle: Bool) {
        entries.withLock { $0[ObjectIdentifier(channel)]?.idleSince = isIdle ? .now : nil }
    }
}

/// Tells ``Connections`` of one of them, and closes it if what is sent is not read.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart

    /// How long somebody may read nothing of what is sent.
    private static let longestStall: TimeAmount = .seconds(60)

    private let connections: Connections
    private var stall: Scheduled<Void>?
    private var answersOwed = 0

    init(_ connections: Connections) { self.connections = connections }

    func handlerAdded(context: ChannelHandlerContext) { connections.add(context.channel) }

    func channelInactive(context: ChannelHandlerContext) {
        stall?.cancel()
        connections.remove(context.channel)
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head = unwrapInboundIn(data) {
            answersOwed += 1
            connections.set(context.channel, isIdle: false)
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) {
            answersOwed -= 1
            if answersOwed == 0 { connections.set(context.channel, isIdle: true) }
        }
        context.write(data, promise: promise)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        stall?.cancel()
        stall = nil
        if !context.channel.isWritable {
            let channel = context.channel
            stall = context.eventLoop.scheduleTask(in: Self.longestStall) {
                channel.close(promise: nil)
            }
        }
        context.fireChannelWritabilityChanged()
    }
}
