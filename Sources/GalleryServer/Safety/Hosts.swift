internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The host names under which the page may be requested; any other name that resolves to this server may be an attack.
struct Hosts: Sendable {
    private let names: Set<String>
    /// Whether any IP address is accepted: DNS rebinding needs a name, so an address is safe.
    private let hasAddresses: Bool

    /// Creates the set of names, which always includes those of this machine's loopback.
    ///
    /// `others`: Additional names, without a port. `hasAddresses`: Whether other machines can connect, at any of its
    /// addresses.
    init(_ others: [String], hasAddresses: Bool = false) {
        self.hasAddresses = hasAddresses
        names = Set(["localhost", "127.0.0.1", "[::1]"] + others.map { $0.lowercased() })
    }

    /// Returns whether the text of a `Host` header is one of the names, with any port.
    func contains(_ authority: String) -> Bool {
        let host = authority.lowercased()
        guard let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") else {
            return isKnown(host)
        }
        let port = host[host.index(after: colon)...]
        let isPort = !port.isEmpty && port.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isPort && isKnown(String(host[..<colon]))
    }

    private func isKnown(_ host: String) -> Bool {
        if names.contains(host) { return true }
        guard hasAddresses else { return false }
        let isVersion6 = host.hasPrefix("[") && host.hasSuffix("]")
        let address = isVersion6 ? String(host.dropFirst().dropLast()) : host
        guard address.contains(":") == isVersion6 else { return false }
        return (try? SocketAddress(ipAddress: address, port: 0)) != nil
    }
}

/// The middleware that refuses requests from other pages.
struct RequestCheck<Context: RequestContext>: RouterMiddleware {
    let hosts: Hosts

    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard let authority = request.head.authority, hosts.contains(authority) else {
            throw GalleryError(
                status: .misdirectedRequest,
                reason:
                    "this server is not known by that name; start heliograph-gallery with --host NAME, "
                    + "where NAME is what stands in the address"
            )
        }
        guard isOfThisPage(request, authority) else {
            throw GalleryError.forbidden("requests of other pages are not answered")
        }
        return try await next(request, context)
    }

    private func isOfThisPage(_ request: Request, _ authority: String) -> Bool {
        if let origin = request.headers[.origin] {
            guard origin == "http://\(authority)" || origin == "https://\(authority)" else {
                return false
            }
        }
        // A request that changes anything has to state its origin.
        let isAsking = [.get, .head].contains(request.method)
        guard isAsking || request.headers[.origin] != nil else { return false }
        // A link on another page may lead to the page itself, but to nothing else.
        let isPage = isAsking && ["/", "/login.html"].contains(request.uri.path)
        let site = request.headers[.secFetchSite]
        return isPage || site == nil || site == "same-origin" || site == "none"
    }
}

extension HTTPField.Name {
    static var secFetchSite: HTTPField.Name {
        HTTPField.Name("Sec-Fetch-Site") ?? .origin
    }
}
