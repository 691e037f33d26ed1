import Foundation
import TestSupport
import Testing

/// The feed for one client at a socket, as `heliograph-feed@.service` starts it.
@Suite(.serialized)
struct FeedSocketTests {
    private let program: Program

    init() throws {
        program = try Program.golden("FeedSocketTests") { program in
            try program.picture("a.jpg", 1)
            #expect(try program.run("index", program.photos.path).code == 0)
        }
    }

    /// A client, and what serves it.
    private final class Client {
        let process: Process
        private let socket: FileHandle
        private let pipe = Pipe.closedInOthers()

        init(_ program: Program, seconds: String, sending text: String = "") throws {
            var ends: [Int32] = [-1, -1]
            let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            try #require(socketpair(AF_UNIX, type, 0, &ends) == 0)
            socket = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
            process = program.process([
                "changes", "--follow", "--states", "--since", "-", "--token-seconds", seconds,
            ])
            let other = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
            (process.standardInput, process.standardOutput) = (other, other)
            if !text.isEmpty { send(text) }
            try process.run()
            try other.close()
        }

        deinit {
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
            process.waitPatiently()
        }

        /// Sends; false when nobody is there any more.
        @discardableResult
        func send(_ text: String) -> Bool {
            Glibc.send(socket.fileDescriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL)) > 0
        }

        /// What it is told up to a line with the text, or the end.
        func told(upTo text: String) -> String {
            var told = ""
            while !told.contains(text), case let data = socket.next(), !data.isEmpty {
                told += String(decoding: data, as: UTF8.self)
            }
            return told
        }
    }

    @Test(arguments: ["", "h1-begun"])
    func `one that sends no token is told so, and its place is free`(_ beginning: String) throws {
        let client = try Client(program, seconds: "0.3")
        if !beginning.isEmpty { client.send(beginning) }
        let told = client.told(upTo: "no such thing")
        #expect(told.hasPrefix(#"{"type":"refused","reason":"no token came within"#))
        #expect(told.split(separator: "\n").count == 1)
        client.process.waitPatiently()
        #expect(client.process.terminationStatus == EX_USAGE)
    }

    @Test
    func `one that sends letter after letter has no more time than others`() throws {
        let client = try Client(program, seconds: "0.5")
        let hasEnded = Patience.wait {
            client.send("h")
            return !client.process.isRunning
        }
        #expect(hasEnded)
        #expect(client.told(upTo: "no such thing").contains(#""type":"refused""#))
    }

    @Test
    func `one whose first line never ends is refused at once`() throws {
        let client = try Client(program, seconds: "\(Patience.seconds)")
        client.send(String(repeating: "x", count: 1_024))
        #expect(client.told(upTo: "no such thing").contains("is not a token: it has 1024 bytes"))
    }

    @Test
    func `an empty line asks for everything, and then there is time`() throws {
        let client = try Client(program, seconds: "\(Patience.seconds)")
        client.send("\n")
        #expect(client.told(upTo: #""type":"synced""#).contains(#""path":"a.jpg""#))
        #expect(client.process.isRunning)
    }

    @Test
    func `a token goes on where it was, also after the time for it`() throws {
        let told = try program.run("changes", "--limit", "1000").lines
        let token = try #require(told.last?["token"] as? String)
        let client = try Client(program, seconds: "0.001", sending: "\(token)\n")
        try program.picture("b.jpg", 2)
        try program.run("index")
        let news = client.told(upTo: #""path":"b.jpg""#)
        #expect(news.contains(#""path":"b.jpg""#))
        #expect(!news.contains(#""path":"a.jpg""#))
        #expect(client.process.isRunning)
    }

    @Test
    func `many connections at once do not end the socket`() throws {
        let unit = try String(
            contentsOf: Program.package.appendingPathComponent(
                "Packaging/systemd/heliograph-feed.socket"
            ),
            encoding: .utf8
        )
        let lines = Set(unit.split(separator: "\n"))
        #expect(lines.isSuperset(of: ["TriggerLimitIntervalSec=0", "MaxConnections=64"]))
    }
}
