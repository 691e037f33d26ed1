internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The context of a request: the visitor's address and session.
struct Visitor: RequestContext, RemoteAddressRequestContext {
    var coreContext: CoreRequestContextStorage
    let remoteAddress: SocketAddress?
    /// Whether the session is still valid, for responses that last for hours.
    var isWelcome: @Sendable () -> Bool = { true }
    /// Registers a function to call when the session ends; returns a function that removes it.
    var onFarewell: @Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void = { _ in {} }

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress
    }

    private static let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

    /// Returns the source that login failures are counted for: an address, or a household's network for IPv6.
    ///
    /// `isBehindProxy`: Whether the server in front passes on the visitor's address, as the last in `X-Forwarded-For`.
    func source(of request: Request, isBehindProxy: Bool) -> String {
        let header = isBehindProxy ? HTTPField.Name("X-Forwarded-For") : nil
        let told = header.flatMap { request.headers[values: $0].last }?
            .split(separator: ",").last?.trimmingCharacters(in: .whitespaces)
        let address = told ?? remoteAddress?.ipAddress ?? ""
        var bytes = [UInt8](repeating: 0, count: 16)
        guard unsafe inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
        // An IPv4 address, in the form that a dual-stack socket reports.
        if bytes.starts(with: Self.mapped) {
            return bytes.suffix(4).map { String($0) }.joined(separator: ".")
        }
        return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
    }
}
