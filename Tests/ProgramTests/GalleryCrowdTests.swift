import Foundation
import TestSupport
import Testing

/// Those who hold connections, send slowly, or send too much.
struct GalleryCrowdTests {
    private let program: Program

    init() throws {
        program = try Program()
        for number in 0..<3 { try program.picture("\(number).jpg", number) }
        #expect(try program.run("index", program.photos.path).code == 0)
    }

    /// Waits until the other side has closed a connection.
    private func isClosed(_ connection: FileHandle) throws -> Bool {
        try (connection.readToEnd() ?? Data()).count >= 0
    }

    @Test func `connections that ask nothing make room for those that do`() throws {
        // 400 descriptors leave 144 connections.
        program.starter = ["/usr/bin/prlimit", "--nofile=400:400"]
        let gallery = try GalleryProgram(program)
        var idle: [FileHandle] = []
        for _ in 0..<500 { idle.append(try gallery.connect("")) }
        for _ in 0..<10 {
            #expect(try gallery.request("/api/list").object["count"] as? Int == 3)
        }
        // The first of them were closed for the others.
        #expect(try isClosed(idle[0]))
    }

    @Test func `an event stream stays while a thousand others idle`() throws {
        let gallery = try GalleryProgram(program)
        let line = try gallery.connect("GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        var text = line.availableData
        var idle: [FileHandle] = []
        for _ in 0..<800 { idle.append(try gallery.connect("")) }
        #expect(try gallery.request("/api/list").status == 200)
        try program.picture("new.jpg", 9)
        #expect(try program.run("index").code == 0)
        while text.range(of: Data("event: change".utf8)) == nil {
            let piece = line.availableData
            try #require(!piece.isEmpty)
            text += piece
        }
    }

    @Test func `told to end, it ends though somebody takes a file and does not read it`() throws {
        let large = program.photos.appendingPathComponent("large.mp4")
        try Data(count: 64 << 20).write(to: large)
        #expect(try program.run("index").code == 0)
        let gallery = try GalleryProgram(program)
        let answer = try gallery.request("/api/items?from=0&count=99").object
        let items = answer["items"] as? [[String: Any]] ?? []
        let item = try #require(items.first { $0["name"] as? String == "0.jpg" } ?? items.first)
        let film = items.first { $0["name"] as? String == "large.mp4" } ?? item
        let line = try gallery.connect(
            "GET /originals/\(film["id"] ?? "")/0 HTTP/1.1\r\nHost: localhost\r\n\r\n"
        )
        #expect(!line.availableData.isEmpty)
        let events = try gallery.connect("GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(!events.availableData.isEmpty)
        #expect(gallery.end() == 0)
    }

    @Test func `requests that are not sent to their end are waited for in vain`() throws {
        let gallery = try GalleryProgram(program, "--editable")
        let starts = [
            "", "GET /api/list HTTP/1.1\r\nHost: loc", "POST /login HTTP/1.1\r\n",
            "POST /api/edits HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Length: 99\r\n\r\n{",
        ]
        let connections = try starts.map { try gallery.connect($0) }
        for (start, connection) in zip(starts, connections) {
            #expect(try isClosed(connection), "\(start)")
        }
        #expect(try gallery.request("/api/list").status == 200)
    }

    @Test func `heads that are too long or no heads are refused`() throws {
        let gallery = try GalleryProgram(program)
        let long = String(repeating: "x", count: 20_000)
        let requests = [
            "GET /\(long) HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: \(long)\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: localhost\r\n"
                + (0..<200).map { "X-\($0): x\r\n" }.joined() + "\r\n",
            "GET / HTTP/1.1\r\n\r\n", "nonsense\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0",
            "GET / HTTP/9.9\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        ]
        let connections = try requests.map { try gallery.connect($0) }
        for (request, connection) in zip(requests, connections) {
            // The other side closes with its answer, or at its end of patience.
            let answer = try connection.readToEnd() ?? Data()
            #expect(!answer.starts(with: Data("HTTP/1.1 200".utf8)), "\(request.prefix(40))")
        }
        #expect(try gallery.request("/api/list").status == 200)
    }
}
