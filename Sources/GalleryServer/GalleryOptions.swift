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
    /// Whether a server in front of this one decides who may see the library, and tells who asks.
    public var isBehindProxy = false
    /// Whether pages may set hearts, hide, delete and restore photos, and make and change albums.
    public var isEditable = false
    /// What everybody has to give who wants to see anything; nil for nothing.
    public var password: PasswordHash?
    /// The file that keeps who has given the password; nil to forget it with the process.
    public var sessions: String?

    /// A server for this machine alone.
    public init() {}

    /// Whether nobody but who is on this machine can ask.
    public var isLocal: Bool { ["127.0.0.1", "::1", "localhost"].contains(address) }
}
