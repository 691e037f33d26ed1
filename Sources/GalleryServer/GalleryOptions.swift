/// How the server is to run.
public struct GalleryOptions: Equatable, Sendable {
    /// The address to listen on.
    public var address = "127.0.0.1"
    /// The port to listen on; 0 for any that is free.
    public var port = 8_090
    /// The catalogue's file; nil for the user's own.
    public var catalogue: String?
    /// Names besides those of this machine under which the page is asked for.
    public var hosts: [String] = []
    /// Whether a server in front of this one decides who may see the library.
    public var isBehindProxy = false

    /// A server for this machine alone.
    public init() {}

    /// Whether nobody but who is on this machine can ask.
    public var isLocal: Bool { ["127.0.0.1", "::1", "localhost"].contains(address) }
}
