internal import Foundation
internal import GalleryServer
internal import Logging

let usage = """
    USAGE: heliograph-gallery [--catalogue FILE] [--address ADDRESS] [--port PORT]
                              [--host NAME ...] [--behind-proxy] [--editable]
                              [--password-file FILE]
           heliograph-gallery password [--password-file FILE]

    Shows the library in a browser and keeps the page up to date. The second form
    asks for a password and stores its hash; from then on the page asks for it.

      --catalogue FILE      the catalogue's file; $HELIOGRAPH_CATALOGUE or the
                            user's own
      --address ADDRESS     the address to listen on (127.0.0.1); addresses that
                            other machines reach need a password or --behind-proxy
      --port PORT           the port (8090); 0 for any free one
      --host NAME           another name of this machine in the browser's address
                            bar; localhost and IP addresses always work
      --behind-proxy        a reverse proxy decides who may see the library, and
                            sets X-Forwarded-For
      --editable            let the page set favorites, hide, delete and restore
                            photos, and create and change albums
      --password-file FILE  the file with the hash
                            (~/.config/heliograph/gallery-password)
    """

func fail(_ message: String, _ code: Int32) -> Never {
    FileHandle.standardError.write(Data("heliograph-gallery: \(message)\n".utf8))
    exit(code)
}

let arguments: Arguments
do {
    arguments = try Arguments(CommandLine.arguments.dropFirst())
} catch Arguments.Outcome.help {
    print(usage)
    exit(0)
} catch Arguments.Outcome.mistake(let text) {
    fail("\(text)\n\(usage)", EX_USAGE)
} catch Arguments.Outcome.failure(let text) {
    fail(text, EX_NOINPUT)
}

if arguments.command == .password {
    guard let password = PasswordPrompt.ask() else { fail("the two are not the same", EX_DATAERR) }
    do {
        try PasswordHash(hashing: password).write(to: arguments.passwordFile)
    } catch PasswordHash.Failure.unfit {
        fail("\(PasswordHash.Failure.unfit)", EX_DATAERR)
    } catch {
        fail("\(error)", EX_CANTCREAT)
    }
    print("\(arguments.passwordFile) has the hash now; start the gallery, or restart it if it runs")
    exit(0)
}

let options = arguments.options
var logger = Logger(label: "heliograph-gallery") { StreamLogHandler.standardError(label: $0) }
logger.logLevel = .notice
let server = GalleryServer(options, logger: logger) { port in
    let pages = ListeningAddress.pages(of: options.address, options.hosts, port: port)
    let line = "the library is at \(pages.joined(separator: ", "))\n"
    FileHandle.standardOutput.write(Data(line.utf8))
}
do {
    try await server.run()
} catch let error as GalleryStartError {
    fail(error.description, error.exitStatus)
} catch {
    fail("\(error)", EX_UNAVAILABLE)
}
