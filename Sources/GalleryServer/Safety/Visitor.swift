internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// What is known of whoever sends a request.
struct Visitor: RequestContext, RemoteAddressRequestContext {
    var coreContext: CoreRequestContextStorage
    let remoteAddress: SocketAddress?
    /// Whether the session counts still, for answers that go on for hours.
    var isWelcome: @Sendable () -> Bool = { true }
    /// Registers what is called when the session is ended, and returns how to take that back.
    var onFarewell: @Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void = { _ in {} }

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress
    }

    private static let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

    /// Names whom failures are counted for: an address, or the network that a household has of IPv6.
    ///
    /// `isBehindProxy`: Whether the server in front tells who asks, as the last in `X-Forwarded-For`.
    func source(of request: Request, isBehindProxy: Bool) -> String {
        let header = isBehindProxy ? HTTPField.Name("X-Forwarded-For") : nil
        let told = header.flatMap { request.headers[values: $0].last }?
            .split(separator: ",").last?.trimmingCharacters(in: .whitespaces)
        let address = told ?? remoteAddress?.ipAddress ?? ""
        var bytes = [UInt8](repeating: 0, count: 16)
        guard unsafe inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
        // An address of IPv4, as a socket for both has it.
        if bytes.starts(with: Self.mapped) {
            return bytes.suffix(4).map { String($0) }.joined(separator: ".")
        }
        return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
    }
}
