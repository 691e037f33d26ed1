import Foundation
import TestSupport
import Testing

/// The `more` line that ends what there was when a follower began, or came back with a token nobody honours.
struct ReplayEndTests {
    private let program: Program

    init() throws {
        program = try Program()
        for number in 0..<3 { try program.picture("a/\(number).jpg", number) }
        #expect(try program.run("index", program.photos.path).code == 0)
    }

    /// The lines of a follower up to its first `more`, and then the first one after a change.
    private func follow(_ arguments: [String]) throws -> (
        before: [[String: Any]], after: [String: Any]?
    ) {
        let process = program.process(["changes", "--follow"] + arguments)
        let pipe = Pipe.closedInOthers()
        let lines = Lines(pipe)
        process.standardOutput = pipe
        try process.run()
        defer {
            kill(process.processIdentifier, SIGKILL)
            process.waitPatiently()
        }
        func next() throws -> [String: Any]? {
            guard let line = lines.next() else { return nil }
            return try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        }
        var before: [[String: Any]] = []
        while let line = try next() {
            before.append(line)
            if line["type"] as? String == "more" { break }
        }
        let photo = "\(program.photos.path)/a/1.jpg"
        #expect(try program.run("edit", photo, "--rating", "\(before.count % 6)").code == 0)
        return (before, try next())
    }

    private func types(_ lines: [[String: Any]]) -> [String] {
        lines.map { "\($0["type"] ?? "")" }
    }

    @Test func `everything is listed, then more, then what comes`() throws {
        let (before, after) = try follow([])
        #expect(types(before).filter { $0 == "asset" }.count == 3)
        #expect(before.last?["moreComing"] as? Bool == false)
        #expect(before.last?["count"] as? Int == before.count - 1)
        #expect(after?["change"] as? String == "changed")
    }

    @Test func `a token that is up to date has nothing before it`() throws {
        let token = try #require(try program.run("changes").lines.last?["token"] as? String)
        let (before, after) = try follow(["--since", token])
        #expect(types(before) == ["more"])
        #expect(before.last?["count"] as? Int == 0)
        #expect(after?["change"] as? String == "changed")
    }

    @Test func `a token that nobody honours has everything between it and more`() throws {
        let (before, after) = try follow(["--since", "h1-nonsense"])
        #expect(types(before).first == "tokenExpired")
        #expect(types(before).filter { $0 == "asset" }.count == 3)
        #expect(after?["change"] as? String == "changed")
        let watch = try Feed(program, program.photos.path, "--since", "h1-nonsense")
        let more = try watch.wait { $0["type"] as? String == "more" }
        #expect(more["moreComing"] as? Bool == false)
        #expect(watch.stop() == 0)
    }
}
