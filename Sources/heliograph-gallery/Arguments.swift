internal import Foundation
internal import GalleryServer

/// The arguments of the command line.
struct Arguments {
    enum Outcome: Error {
        case help
        case mistake(String)
        /// A file or value that the arguments name is missing or invalid.
        case failure(String)
    }

    /// The requested command.
    enum Command {
        case serve
        /// Asks for a password, and stores its hash.
        case password
    }

    private(set) var command = Command.serve
    private(set) var options = GalleryOptions()
    /// The file with the hash of the password.
    private(set) var passwordFile = Places.passwordFile
    private var isPasswordNamed = false

    init(_ words: ArraySlice<String>) throws(Outcome) {
        var rest = words
        if rest.first == "password" {
            command = .password
            rest.removeFirst()
        }
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h": throw .help
            case "--password-file":
                (passwordFile, isPasswordNamed) = (try Self.value(of: word, &rest), true)
            case _ where command == .serve: try take(word, &rest)
            default: throw .mistake("password has no option \(word)")
            }
        }
        if command == .serve { try complete() }
    }

    private mutating func take(
        _ word: String,
        _ rest: inout ArraySlice<String>
    ) throws(Outcome) {
        switch word {
        case "--behind-proxy": options.isBehindProxy = true
        case "--editable": options.isEditable = true
        case "--catalogue": options.catalogue = try Self.value(of: word, &rest)
        case "--address": options.address = try Self.value(of: word, &rest)
        case "--host": options.hosts.append(try Self.host(Self.value(of: word, &rest)))
        case "--port": options.port = try Self.port(Self.value(of: word, &rest))
        default: throw .mistake("there is no option \(word)")
        }
    }

    /// Reads the password, if there is one, and refuses to show the library to everybody.
    private mutating func complete() throws(Outcome) {
        if let reason = ListeningAddress.mistake(in: options.address) {
            throw .mistake("cannot listen at \(options.address): \(reason)")
        }
        if isPasswordNamed || FileManager.default.fileExists(atPath: passwordFile) {
            do {
                options.password = try PasswordHash(contentsOf: passwordFile)
            } catch {
                throw .failure(error.description)
            }
            options.sessions = Places.sessionsFile
        }
        guard options.isLocal || options.isBehindProxy || options.password != nil else {
            throw .mistake(
                "\(options.address) is not this machine alone: whoever reaches it would see the library; set a "
                    + "password with `heliograph-gallery password`, or let a server in front decide with --behind-proxy"
            )
        }
    }

    private static func value(
        of option: String,
        _ rest: inout ArraySlice<String>
    ) throws(Outcome) -> String {
        guard let value = rest.popFirst(), !value.isEmpty else {
            throw .mistake("\(option) needs a value")
        }
        return value
    }

    private static func host(_ text: String) throws(Outcome) -> String {
        guard !text.contains(where: { "/:@".contains($0) || $0.isWhitespace }) else {
            throw .mistake(
                "a host is a name such as nas.local, without http:// and without a port, not \(text)"
            )
        }
        return text
    }

    private static func port(_ text: String) throws(Outcome) -> Int {
        guard let port = Int(text), (0...65_535).contains(port) else {
            throw .mistake("a port is a number from 0 to 65535, not \(text)")
        }
        return port
    }
}
