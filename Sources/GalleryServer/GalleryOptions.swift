/// The options of the server.
public struct GalleryOptions: Equatable, Sendable {
    /// The address to listen on.
    public var address = "127.0.0.1"
    /// The port to listen on; 0 for any free one.
    public var port = 8_090
    /// The catalogue's file; nil for the user's own.
    public var catalogue: String?
    /// Additional host names under which the page is requested, apart from this machine's own.
    public var hosts: [String] = []
    /// Whether a server in front of this one controls access, and passes on the visitors' addresses.
    public var isBehindProxy = false
    /// Whether pages may set hearts, hide, delete and restore photos, and create and change albums.
    public var isEditable = false
    /// The password that every visitor has to enter; nil if there is no password.
    public var password: PasswordHash?
    /// The file that keeps the sessions of visitors who have entered the password; nil to keep them in memory only.
    public var sessions: String?

    /// Creates the options of a server for this machine alone.
    public init() {}

    /// Whether only visitors on this machine can connect.
    public var isLocal: Bool { ["127.0.0.1", "::1", "localhost"].contains(address) }
}
