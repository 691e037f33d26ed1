internal import Foundation
internal import GalleryServer
internal import Logging

let usage = """
    USAGE: heliograph-gallery [--catalogue FILE] [--address ADDRESS] [--port PORT]
                              [--host NAME ...] [--behind-proxy]

    Shows the library in a browser, and what changes in it.

      --catalogue FILE   the catalogue's file; $HELIOGRAPH_CATALOGUE or the user's own
      --address ADDRESS  where to listen (127.0.0.1); any other than loopback needs
                         --behind-proxy
      --port PORT        on which port (8090); 0 for any that is free
      --host NAME        a name besides localhost under which the page is asked for
      --behind-proxy     a server in front of this one decides who may see the library
    """

func fail(_ message: String, _ code: Int32) -> Never {
    FileHandle.standardError.write(Data("heliograph-gallery: \(message)\n".utf8))
    exit(code)
}

let options: GalleryOptions
do {
    options = try Arguments(CommandLine.arguments.dropFirst()).options
} catch Arguments.Outcome.help {
    print(usage)
    exit(0)
} catch Arguments.Outcome.mistake(let text) {
    fail("\(text)\n\(usage)", EX_USAGE)
}

var logger = Logger(label: "heliograph-gallery") { StreamLogHandler.standardError(label: $0) }
logger.logLevel = .notice
let server = GalleryServer(options, logger: logger) { port in
    let host = options.address.contains(":") ? "[\(options.address)]" : options.address
    let line = "the library is at http://\(host):\(port)/\n"
    FileHandle.standardOutput.write(Data(line.utf8))
}
do {
    try await server.run()
} catch {
    fail("\(error)", EX_UNAVAILABLE)
}
