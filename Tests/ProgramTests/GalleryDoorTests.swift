import Foundation
import TestSupport
import Testing

/// Who is let into a gallery that has a password.
@Suite(.serialized)
struct GalleryDoorTests {
    private let program: Program
    private static let password = "correct horse battery"

    init() throws {
        program = try Program.golden("GalleryDoorTests") { program in
            for number in 0..<3 { try program.picture("\(number).jpg", number) }
            #expect(try program.run("index", program.photos.path).code == 0)
        }
        #expect(try keep(Self.password) == 0)
    }

    private func keep(_ password: String) throws -> Int32 {
        let process = program.process(["password"])
        process.executableURL = Program.products.appendingPathComponent("heliograph-gallery")
        process.environment?["XDG_CONFIG_HOME"] = program.work.path + "/config"
        let input = Pipe()
        process.standardInput = input
        process.standardOutput = Pipe()
        process.standardError = Pipe()
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data("\(password)\n".utf8))
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        return process.terminationStatus
    }

    private func logIn(_ gallery: GalleryProgram, _ password: String) throws
        -> GalleryProgram.Answer
    {
        try gallery.request("/login", method: "POST", body: #"{"password": "\#(password)"}"#)
    }

    @Test func `nothing is shown without the password, and all with it, also after a new start`()
        throws
    {
        var gallery = try GalleryProgram(program)
        let page = try gallery.request("/")
        #expect(page.status == 303 && page.headers["location"] == "/login.html")
        for path in ["/login.html", "/login.js", "/gallery.css"] {
            #expect(try gallery.request(path).status == 200, "\(path)")
        }
        let closed = [
            "/api/list", "/api/library", "/api/items?from=0&count=9", "/api/events", "/gallery.js",
            "/thumbnails/256/a/b", "/originals/a/0", "/api/photos/a", "/nothing",
        ]
        for path in closed { #expect(try gallery.request(path).status == 401, "\(path)") }
        let answer = try logIn(gallery, Self.password)
        let cookie = try #require(answer.headers["set-cookie"])
        #expect(answer.status == 204)
        #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
        let token = try #require(cookie.split(separator: ";").first)
        let headers = ["Cookie": String(token)]
        #expect(try gallery.request("/api/list", headers).object["count"] as? Int == 3)
        #expect(
            try gallery.request("/api/list", ["Cookie": "heliograph-\(gallery.port)=other"]).status
                == 401
        )
        gallery = try GalleryProgram(program)
        // The name has the port in it.
        let value = try #require(token.split(separator: "=").last)
        let again = ["Cookie": "heliograph-\(gallery.port)=\(value)"]
        #expect(try gallery.request("/api/list", again).status == 200)
        // As from another site below the same domain.
        let name = "heliograph-\(gallery.port)"
        let two = ["Cookie": "\(name)=other; a=b; \(name)=\(value)"]
        #expect(try gallery.request("/api/list", two).status == 200)
        #expect(try gallery.request("/logout", again, method: "POST").status == 204)
        #expect(try gallery.request("/api/list", again).status == 401)
    }

    @Test func `whoever logged out is told nothing more of what changes`() throws {
        let gallery = try GalleryProgram(program)
        let answer = try logIn(gallery, Self.password)
        let token = try #require(answer.headers["set-cookie"]?.split(separator: ";").first)
        let headers = ["Cookie": String(token)]
        let version = try #require(
            try gallery.request("/api/list", headers).object["version"] as? String
        )
        let events = try gallery.connect(
            "GET /api/events HTTP/1.1\r\nHost: localhost:\(gallery.port)\r\nCookie: \(token)\r\n"
                + "Last-Event-ID: \(version)\r\n\r\n"
        )
        #expect(String(decoding: events.availableData, as: UTF8.self).contains("200 OK"))
        #expect(try gallery.request("/logout", headers, method: "POST").status == 204)
        try program.picture("later.jpg", 9)
        #expect(try program.run("index").code == 0)
        let rest = String(decoding: try events.readToEnd() ?? Data(), as: UTF8.self)
        #expect(!rest.contains("event:"), "\(rest)")
    }

    @Test func `the cookies of two servers of a host do not meet`() throws {
        let galleries = try [GalleryProgram(program), GalleryProgram(program)]
        let names = try galleries.map {
            try logIn($0, Self.password).headers["set-cookie"]?.split(separator: "=").first
        }
        #expect(names[0] != nil && names[0] != names[1])
    }

    @Test func `whoever guesses has to wait, and the right password does not help then`() throws {
        let gallery = try GalleryProgram(program)
        var statuses: [Int] = []
        for number in 0..<6 { statuses.append(try logIn(gallery, "guess \(number)").status) }
        #expect(statuses.allSatisfy { $0 == 403 || $0 == 429 } && statuses.contains(429))
        var last = 429
        try program.wait {
            last = try logIn(gallery, Self.password).status
            return last != 429
        }
        #expect(last == 204)
    }

    @Test func `whoever guesses many at once has no more guesses than one after another`() throws {
        let gallery = try GalleryProgram(program)
        let body = { (number: Int) in #"{"password": "guess \#(number)"}"# }
        let host = "localhost:\(gallery.port)"
        let lines = try (0..<40).map { number in
            try gallery.connect(
                "POST /login HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\nConnection: close\r\n"
                    + "Content-Length: \(body(number).utf8.count)\r\n\r\n\(body(number))"
            )
        }
        let answers = try lines.map {
            String(decoding: try $0.readToEnd() ?? Data(), as: UTF8.self)
        }
        // Three, and one more each time a wait that doubles is over before all have been sent.
        #expect(answers.filter { $0.contains("That is not the password") }.count <= 12)
        #expect(answers.contains { $0.contains("429 Too Many Requests") })
    }

    @Test func `a link from elsewhere leads to where the password is asked for`() throws {
        let gallery = try GalleryProgram(program)
        for path in ["/", "/login.html"] {
            let answer = try gallery.request(path, ["Sec-Fetch-Site": "cross-site"])
            #expect([200, 303].contains(answer.status), "\(path)")
        }
    }

    @Test func `a password comes from the page itself, in little`() throws {
        let gallery = try GalleryProgram(program)
        let body = #"{"password": "\#(Self.password)"}"#
        for origin in ["https://evil.example", "null", "http://localhost"] {
            let answer = try gallery.request(
                "/login",
                ["Origin": origin],
                method: "POST",
                body: body
            )
            #expect(answer.status == 403 && answer.headers["set-cookie"] == nil, "\(origin)")
        }
        let large = String(repeating: "x", count: 100_000)
        #expect(try gallery.request("/login", method: "POST", body: large).status == 413)
        #expect(try gallery.request("/login", method: "POST", body: "x").status == 400)
        #expect(try gallery.request("/login").status == 401)
        #expect(try logIn(gallery, Self.password).status == 204)
    }

    @Test func `a password that is none is refused, and so is a hash that is none`() throws {
        #expect(try keep("short") == 65)
        let path = program.work.path + "/config/heliograph/gallery-password"
        try "nonsense\n".write(toFile: path, atomically: true, encoding: .utf8)
        let (status, text) = try refusal("--port", "0")
        #expect(status == 66)
        #expect(text.contains(path) && text.contains("heliograph-gallery password"))
    }

    @Test func `a host is a name without protocol and port`() throws {
        for host in ["http://nas.local", "nas.local:8090", "nas.local/", "a b"] {
            let (status, text) = try refusal("--port", "0", "--host", host)
            #expect(status == 64 && text.contains("such as nas.local"), "\(host): \(text)")
        }
    }

    /// Runs a gallery that does not start, and returns its exit status and its message.
    private func refusal(_ arguments: String...) throws -> (status: Int32, text: String) {
        let process = program.process(arguments)
        process.executableURL = Program.products.appendingPathComponent("heliograph-gallery")
        process.environment?["XDG_CONFIG_HOME"] = program.work.path + "/config"
        let complaint = Pipe()
        process.standardError = complaint
        try process.run()
        process.waitUntilExit()
        let bytes = complaint.fileHandleForReading.readDataToEndOfFile()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }
}
