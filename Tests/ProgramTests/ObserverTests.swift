import Foundation
import TestSupport
import Testing

/// A program beside the tests that follows a library, and perhaps edits it.
private final class Observer {
    private let process: Process
    private let input = Pipe()
    private let output = Pipe()

    init(_ program: Program, _ share: [String] = []) throws {
        process = program.process([program.catalogue] + share)
        process.executableURL = Program.products.appendingPathComponent("observer")
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        let ready = output.fileHandleForReading.readData(ofLength: 6)
        #expect(String(decoding: ready, as: UTF8.self) == "ready\n")
    }

    /// Has it change nothing any more.
    func still() throws {
        try input.fileHandleForWriting.write(contentsOf: Data("still\n".utf8))
        let said = output.fileHandleForReading.readData(ofLength: 6)
        #expect(String(decoding: said, as: UTF8.self) == "still\n")
    }

    /// Has it end; the answer is what it saw.
    func finish() throws -> [String: Any] {
        // Other programs may hold the pipe open: its end would not be seen.
        try input.fileHandleForWriting.write(contentsOf: Data("end\n".utf8))
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        return try #require(object)
    }
}

@Suite(.timeLimit(.minutes(30)))
struct ObserverTests {
    private static func setting(_ name: String, _ standard: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? standard
    }

    @Test
    func `details told in another process lead from each list to the next`() throws {
        let wanted = Self.setting("HELIOGRAPH_OBSERVER_CASES", 120)
        let seed = UInt64.random(in: 0..<1_000_000)
        let program = try Program()
        var scene = LibraryScene(program, seed)
        try scene.begin()
        for _ in 0..<8 { try scene.change() }
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        let observer = try Observer(program)
        // Each change of the library is one of several lists.
        for _ in 0..<(wanted / 4) { try scene.change() }
        try program.picture("last/last.jpg", 77)
        _ = try feed.asset("last/last.jpg", "inserted")
        try observer.still()
        let seen = try observer.finish()
        print(
            "observer: seed \(seed), \(seen["cases"] ?? 0) cases, \(seen["converged"] ?? 0) lists"
        )
        #expect(seen["said"] as? [String] == [], "seed \(seed)")
        #expect(seen["cases"] as? Int ?? 0 >= wanted / 2 && seen["converged"] as? Int ?? 0 > 10)
        #expect(feed.stop() == 0)
    }

    @Test
    func `several processes edit and observe while files arrive`() throws {
        let count = Self.setting("HELIOGRAPH_CROWD_FILES", 600)
        let crowd = Self.setting("HELIOGRAPH_CROWD", 3)
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
