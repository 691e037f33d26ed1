import Foundation
import TestSupport
import Testing

/// Programs that keep tokens, records, places on disk, linked in both ways that there are of linking Swift's libraries.
struct ClientTests {
    private let program: Program

    init() throws {
        program = try Program()
        try program.picture("1.jpg", 1)
        try program.picture("2.jpg", 2)
        #expect(try program.run("index", program.photos.path).code == 0)
    }

    /// What a client says.
    private func start(_ client: URL, _ arguments: [String]) throws -> String {
        let process = program.process(arguments)
        process.executableURL = client
        let outcome = try program.outcome(of: process)
        #expect(outcome.code == 0 && outcome.complaint.isEmpty, "\(outcome.complaint)")
        return outcome.output.trimmingCharacters(in: .newlines)
    }

    private static let clients = [
        ("location-client", "kept"), ("photos-client", "kept 2, came 1"),
        ("cloudkit-client", "kept 2, came 1"),
    ]

    @Test(arguments: Effort.part(1, of: clients))
    func `what a program keeps is there at its next start, linked dynamically or statically`(
        name: String,
        answer: String
    ) throws {
        let clients = [
            Program.products.appendingPathComponent(name), try program.linkStatically(name),
        ]
        let files = (0..<2).map { program.work.appendingPathComponent("kept\($0)").path }
        let catalogue = name == "location-client" ? [] : [program.catalogue]
        for (client, file) in zip(clients, files) {
            #expect(try start(client, catalogue + [file]) == "new")
        }
        try program.picture("3.jpg", 3)
        #expect(try program.run("index").code == 0)
        // Also what the other one wrote.
        for client in clients {
            for file in files { #expect(try start(client, catalogue + [file]) == answer) }
        }
    }

    @Test func `the example that keeps a cache goes on with it, linked statically`() throws {
        let cache = try program.linkStatically("cache")
        let file = program.work.appendingPathComponent("cache.jsonl")
        let first = try start(cache, [program.catalogue, file.path])
        let written = try Data(contentsOf: file)
        #expect(try start(cache, [program.catalogue, file.path]) == first)
        // It goes on from the token it kept: of what it knows nothing is written again.
        let appended = try Data(contentsOf: file).dropFirst(written.count)
        #expect(appended.range(of: Data("record".utf8)) == nil)
    }
}

extension Program {
    /// Links a built program of the package anew, with Swift's libraries inside.
    ///
    /// This is what `swift build --static-swift-stdlib` does with the same object files.
    fileprivate func linkStatically(_ name: String) throws -> URL {
        let built = Self.products.appendingPathComponent(name).resolvingSymlinksInPath()
        let objects = built.deletingLastPathComponent()
            .appendingPathComponent("\(name).product/Objects.LinkFileList")
        // Names the libraries that only programs linked so have.
        let imports = work.appendingPathComponent("imports.swift")
        try Data("import Foundation\n".utf8).write(to: imports)
        let linked = work.appendingPathComponent("\(name)-static")
        let entry = name.replacingOccurrences(of: "-", with: "_") + "_main"
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "swiftc", "-static-stdlib", "-parse-as-library", imports.path, "@\(objects.path)",
            "-Xlinker", "--defsym=main=\(entry)", "-Xlinker", "--gc-sections", "-Xlinker", "-s",
            "-o", linked.path,
        ]
        let outcome = try outcome(of: process)
        try #require(outcome.code == 0, "\(outcome.output)\(outcome.complaint)")
        return linked
    }
}
