import FolderWatch
import Foundation
import TestSupport
import Testing

struct DocumentationTests {
    @Test(.enabled(if: Effort.isFull))
    func `the table of symbols names what is there, and no link leads nowhere`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("documentation-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = Process()
        process.executableURL = Program.package.appendingPathComponent("contrib/documentation")
        process.arguments = [folder.path, "--build", Program.products.path]
        let output = Pipe.closedInOthers()
        process.standardOutput = output
        try process.run()
        let said = String(
            decoding: output.fileHandleForReading.readPatiently(),
            as: UTF8.self
        )
        process.waitPatiently()
        #expect(process.terminationStatus == 0, "\(said)")
        #expect(said.contains("symbols in the tables"))
    }

    @Test(arguments: ["Documentation/What-Files-Say.md", "Packaging/man/heliograph.toml.5"])
    func `each built-in rule about names is on the page`(_ path: String) throws {
        let text = try String(
            contentsOf: Program.package.appendingPathComponent(path),
            encoding: .utf8
        )
        for rule in NameFilter.builtIn {
            #expect(
                text.contains(
                    path.hasSuffix(".5") ? rule.replacing("~", with: "\\(ti") : "`\(rule)`"
                )
            )
        }
    }

    @Test
    func `the example lists folders and albums, and what is in one`() throws {
        let program = try Program()
        try program.picture("2023/Italy/a.jpg", 1)
        try program.picture("2023/Screenshot 1.jpg", 2)
        func albums(_ arguments: String...) throws -> (code: Int32, said: String) {
            let process = Process()
            process.executableURL = Program.products.appendingPathComponent("albums")
            process.arguments = arguments
            process.environment = ["HELIOGRAPH_CATALOGUE": program.catalogue]
            let output = Pipe.closedInOthers()
            (process.standardOutput, process.standardError) = (output, output)
            try process.run()
            let said = output.fileHandleForReading.readPatiently()
            process.waitPatiently()
            return (process.terminationStatus, String(decoding: said, as: UTF8.self))
        }
        let early = try albums()
        #expect(early.code == 1 && early.said.contains("there is no catalogue"))
        #expect(try program.run("index", program.photos.path).code == 0)
        let listed = try albums().said.split(separator: "\n").map(String.init)
        #expect(
            listed.prefix(3) == ["2023/", "  2023  1", "  Italy  1"],
            "\(listed)"
        )
        #expect(listed.contains("Screenshots  1"))
        let members = try albums("Italy", "--once")
        #expect(members.code == 0 && members.said.hasSuffix("a.jpg\n"))
        #expect(try albums("Nowhere").code == 1)
    }

    @Test
    func `a program that observes hears of files that come and go while another indexes`() throws {
        let program = try Program()
        try program.picture("Trip/a.jpg", 1)
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        let follower = Process()
        follower.executableURL = Program.products.appendingPathComponent("albums")
        follower.arguments = ["Trip"]
        follower.environment = ["HELIOGRAPH_CATALOGUE": program.catalogue]
        let pipe = Pipe.closedInOthers()
        let output = Lines(pipe)
        follower.standardOutput = pipe
        try follower.run()
        defer { kill(follower.processIdentifier, SIGKILL) }
        #expect(output.next()?.hasSuffix("  a.jpg") == true)
        // It observes from a moment after it has printed: what comes meanwhile is told with what comes next.
        var came: [String] = []
        repeat {
            came.append("\(came.count).jpg")
            try program.pictureAtOnce("Trip/\(came.count - 1).jpg", 1 + came.count)
            _ = try feed.asset("Trip/\(came.count - 1).jpg", "inserted")
        } while !output.isThere(within: 200)
        for name in came {
            let line = try #require(output.next())
            #expect(line.hasPrefix("+ ") && line.hasSuffix("  \(name)"))
        }
        try program.remove("Trip/a.jpg")
        let line = try #require(output.next())
        #expect(line.hasPrefix("- ") && line.hasSuffix("  a.jpg"))
        #expect(feed.stop() == 0)
    }
}
