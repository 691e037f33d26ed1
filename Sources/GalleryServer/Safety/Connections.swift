internal import NIOCore
internal import NIOHTTPTypes
internal import Synchronization

/// The open connections.
///
/// If there are too many, the one idle for the longest time is closed, so that nobody can keep others out by holding
/// connections open.
final class Connections: Sendable {
    private struct Entry {
        let channel: any Channel
        /// The time since which it waits for a request or the rest of one; nil while a request is answered.
        var idleSince: ContinuousClock.Instant?
        let begun = ContinuousClock.now
    }

    private let most: Int
    private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    init(most: Int) { self.most = most }

    func add(_ channel: any Channel) {
        let closed = entries.withLock { entries -> (any Channel)? in
            entries[ObjectIdentifier(channel)] = Entry(channel: channel, idleSince: .now)
            guard entries.count > most else { return nil }
            let idle = entries.compactMap { id, entry in entry.idleSince.map { (id, $0) } }
            let longest = idle.min { $0.1 < $1.1 }?.0
            // If all are busy, the oldest has had the most time, and its page reconnects by itself.
            let oldest = longest ?? entries.min { $0.value.begun < $1.value.begun }?.key
            return oldest.flatMap { entries.removeValue(forKey: $0)?.channel }
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

/// A handler that registers its connection with ``Connections``, and closes it if the other side stops reading.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart

    /// The time that the other side may stop reading.
    private static let longestStall: TimeAmount = .seconds(60)

    /// The time for sending the body of a request.
    private static let longestBody: TimeAmount = .seconds(30)

    private let connections: Connections
    private var stall: Scheduled<Void>?
    private var body: Scheduled<Void>?
    private var answersOwed = 0

    init(_ connections: Connections) { self.connections = connections }

    func handlerAdded(context: ChannelHandlerContext) { connections.add(context.channel) }

    func channelInactive(context: ChannelHandlerContext) {
        stall?.cancel()
        body?.cancel()
        connections.remove(context.channel)
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            answersOwed += 1
            let channel = context.channel
            body = context.eventLoop.scheduleTask(in: Self.longestBody) {
                channel.close(promise: nil)
            }
        case .body: break
        case .end:
            body?.cancel()
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
