import Foundation
import TestSupport
import Testing

/// A program beside the tests that follows a library, and perhaps edits it.
private final class Observer {
    private let process: Process
    private let input = Pipe.closedInOthers()
    private let output: Lines

    init(_ program: Program, _ share: [String] = []) throws {
        process = program.process([program.catalogue] + share)
        process.executableURL = Program.products.appendingPathComponent("observer")
        let pipe = Pipe.closedInOthers()
        output = Lines(pipe)
        (process.standardInput, process.standardOutput) = (input, pipe)
        try process.run()
        #expect(output.next() == "ready")
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    private func say(_ line: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
    }

    /// Returns once it was told of everything that is in the library now.
    func follow() throws {
        try say("follow")
        #expect(output.next() == "followed")
    }

    /// Has it change nothing any more.
    func still() throws {
        try say("still")
        #expect(output.next() == "still")
    }

    /// Has it end; the answer is what it saw.
    func finish() throws -> [String: Any] {
        try say("end")
        let line = try #require(output.next())
        process.waitPatiently()
        #expect(process.terminationStatus == 0)
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return try #require(object)
    }
}

struct ObserverTests {
    @Test
    func `details told in another process lead from each list to the next`() throws {
        let wanted = Effort.count(40, of: 120)
        let seed = Effort.seed
        let program = try Program()
        var scene = LibraryScene(program, seed)
        try scene.begin()
        for _ in 0..<8 { try scene.change() }
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        let observer = try Observer(program)
        // Changes that come together are told together: each is told before the next is made. A new picture is
        // a change of two lists at least, of all assets.
        for number in 0..<(wanted / 4) {
            try scene.change()
            try program.picture("new/\(number).jpg", 1_000 + number)
            _ = try feed.asset("new/\(number).jpg", "inserted")
            try observer.follow()
        }
        try observer.still()
        let seen = try observer.finish()
        print(
            "observer: seed \(seed), \(seen["cases"] ?? 0) cases, \(seen["converged"] ?? 0) lists"
        )
        #expect(seen["said"] as? [String] == [], "seed \(seed)")
        #expect(seen["cases"] as? Int ?? 0 >= wanted / 4 * 2 && seen["converged"] as? Int ?? 0 > 10)
        #expect(feed.stop() == 0)
    }

    @Test
    func `several processes edit and observe while files arrive`() throws {
        let count = Effort.count(200, of: 600)
        let crowd = 3
        let program = try Program()
        for number in 0..<20 { try program.picture("first/\(number).jpg", number) }
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        let observers = try (0..<crowd).map { try Observer(program, ["\($0)", "\(crowd)"]) }
        for number in 20..<count { try program.picture("d\(number % 40)/\(number).jpg", number) }
        try program.wait { try program.run("assets").lines.count == count }
        for observer in observers { try observer.still() }
        var edits = 0
        for (index, observer) in observers.enumerated() {
            let seen = try observer.finish()
            #expect(seen["said"] as? [String] == [], "process \(index)")
            #expect(seen["converged"] as? Int ?? 0 > 10 && seen["edits"] as? Int ?? 0 > 0)
            edits += seen["edits"] as? Int ?? 0
        }
        print("crowd: \(crowd) processes, \(count) files, \(edits) edits")
        #expect(feed.stop() == 0)
        #expect(try program.run("audit").code == 0)
    }
}
