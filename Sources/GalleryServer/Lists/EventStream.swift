internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import ServiceLifecycle

/// The events of a list in the form sent to a page: `text/event-stream`, as described by the HTML standard.
struct EventStream {
    let list: LiveList
    let run: String
    /// The last event that the page received, as `RUN-VERSION`.
    let known: String?
    /// Whether the page may still receive events; false after logging out.
    let isWelcome: @Sendable () -> Bool
    /// Registers a function to call when the page logs out.
    let onFarewell: @Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void
    /// The body of the request, which ends when the page closes.
    let request: RequestBody

    /// The interval between messages when nothing happens, so that both sides notice a lost connection.
    private static let pulse: Duration = .seconds(20)
    /// The most events that wait for a page that does not read; the page then reconnects with the last event it
    /// received.
    private static let mostWaiting = 320

    private var version: Int? {
        guard let known, known.hasPrefix(run + "-") else { return nil }
        return Int(known.dropFirst(run.count + 1))
    }

    var response: Response {
        Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { [self] writer in
                try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
                // A page closes without a message, and would otherwise only be noticed at the next pulse.
                try await request.consumeWithCancellationOnInboundClose { _ in
                    for await piece in pieces().cancelOnGracefulShutdown() {
                        guard isWelcome() else { break }
                        try await writer.write(piece)
                    }
                }
                try await writer.finish(nil)
            }
        )
    }

    /// Returns the data to send until the page closes or is too slow, with a comment after a while without events.
    private func pieces() -> AsyncStream<ByteBuffer> {
        let messages = list.follow(after: version)
        let (stream, continuation) = AsyncStream.makeStream(
            of: ByteBuffer.self,
            bufferingPolicy: .bufferingOldest(Self.mostWaiting)
        )
        let events = Task { [self] in
            for await message in messages {
                guard case .enqueued = continuation.yield(text(message)) else { break }
            }
            continuation.finish()
        }
        let pulse = Task {
            while !Task.isCancelled {
                try await Task.sleep(for: Self.pulse)
                continuation.yield(ByteBuffer(string: ":\n\n"))
            }
        }
        let stay = onFarewell { continuation.finish() }
        continuation.onTermination = { _ in
            stay()
            events.cancel()
            pulse.cancel()
        }
        return stream
    }

    private func text(_ message: LiveList.Message) -> ByteBuffer {
        switch message {
        case .event(_, let text): text
        case .library: Self.text("library", nil, Data("{}".utf8))
        case .gone: Self.text("gone", nil, Data("{}".utf8))
        case .reload(let version): Self.text("reload", "\(run)-\(version)", Data("{}".utf8))
        }
    }

    /// Returns an event in the form sent to the page.
    static func text(_ kind: String, _ id: String?, _ data: Data) -> ByteBuffer {
        var buffer = ByteBuffer(string: "event: \(kind)\n")
        if let id { buffer.writeString("id: \(id)\n") }
        buffer.writeString("data: ")
        buffer.writeBytes(data)
        buffer.writeString("\n\n")
        return buffer
    }
}
