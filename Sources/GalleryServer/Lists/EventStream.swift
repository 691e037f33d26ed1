internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import ServiceLifecycle

/// The events of a list as a page is sent them: `text/event-stream`, as the HTML standard describes it.
struct EventStream {
    let list: LiveList
    let run: String
    /// What the page had last, as `RUN-VERSION`.
    let known: String?
    /// Whether the page may still be told: whoever logged out is not.
    let isWelcome: @Sendable () -> Bool
    /// Registers what is called when the page logs out.
    let onFarewell: @Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void
    /// That of the request, which ends when the page goes.
    let request: RequestBody

    /// How often something is sent though nothing happens, so that both sides notice a line that is gone.
    private static let pulse: Duration = .seconds(20)
    /// How many events wait for a page that does not read; it comes back by itself, with what it had last.
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
                // A page that goes says nothing, and would be found to have gone at the next pulse only.
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

    /// What is written until the page goes or is too slow, with a comment when nothing else was for a while.
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

    /// An event as it is written.
    static func text(_ kind: String, _ id: String?, _ data: Data) -> ByteBuffer {
        var buffer = ByteBuffer(string: "event: \(kind)\n")
        if let id { buffer.writeString("id: \(id)\n") }
        buffer.writeString("data: ")
        buffer.writeBytes(data)
        buffer.writeString("\n\n")
        return buffer
    }
}
