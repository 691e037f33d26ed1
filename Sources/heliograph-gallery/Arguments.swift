internal import GalleryServer

/// The words of the command line.
struct Arguments {
    enum Outcome: Error {
        case help
        case mistake(String)
    }

    private(set) var options = GalleryOptions()

    init(_ words: ArraySlice<String>) throws(Outcome) {
        var rest = words
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h": throw .help
            case "--behind-proxy": options.isBehindProxy = true
            case "--catalogue": options.catalogue = try Self.value(of: word, &rest)
            case "--address": options.address = try Self.value(of: word, &rest)
            case "--host": options.hosts.append(try Self.value(of: word, &rest))
            case "--port": options.port = try Self.port(Self.value(of: word, &rest))
            default: throw .mistake("there is no option \(word)")
            }
        }
        guard options.isLocal || options.isBehindProxy else {
            throw .mistake(
                "\(options.address) is not this machine alone: whoever reaches it would see the library; "
                    + "let a server in front decide, and say --behind-proxy"
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

    private static func port(_ text: String) throws(Outcome) -> Int {
        guard let port = Int(text), (0...65_535).contains(port) else {
            throw .mistake("a port is a number from 0 to 65535, not \(text)")
        }
        return port
    }
}
