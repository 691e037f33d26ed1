import Foundation
import Glibc
import TestSupport
import Testing

/// A catalogue that is reached through symbolic links.
struct LinkedCatalogueTests {
    struct Way: CustomTestStringConvertible {
        let testDescription: String
        /// Makes links, and names the path to the catalogue by them.
        let make: @Sendable (Program) -> String
    }

    static let ways: [Way] = [
        Way(testDescription: "its file") {
            let link = $0.work.path + "/link.sqlite"
            symlink($0.catalogue, link)
            return link
        },
        Way(testDescription: "its directory") {
            let link = $0.work.path + "/link"
            symlink("state", link)
            return link + "/catalogue.sqlite"
        },
        Way(testDescription: "link after link") {
            let link = $0.work.path + "/link"
            symlink("state/../second", link)
            symlink("state/catalogue.sqlite", $0.work.path + "/second")
            return link
        },
    ]

    @Test(arguments: ways)
    func `no two indexers hold one catalogue, whatever links lead to it`(way: Way) throws {
        let program = try Program()
        mkdir(program.work.path + "/state", 0o755)
        let link = way.make(program)
        try program.picture("1.jpg", 1)
        // Made through the link, which leads nowhere yet.
        #expect(
            try program.run("index", "--catalogue", link, program.photos.path).code == 0
        )
        let feed = try Feed(program)
        try feed.waitUntilSynced()
        let second = try program.run("index", "--catalogue", link)
        #expect(second.code == 75 && second.complaint.contains("another indexer"))
        let status = try program.run("status", "--catalogue", link)
        #expect(
            status.lines.first?["indexer"] as? Int == Int(feed.process.processIdentifier)
        )
        #expect(feed.stop() == 0)
        let beside = try FileManager.default.contentsOfDirectory(atPath: program.work.path)
        #expect(beside.filter { $0.contains("-lock") || $0.contains("-turns") } == [])
    }

    @Test
    func `who follows a catalogue by a link hears of each change`() throws {
        let program = try Program()
        try program.picture("1.jpg", 1)
        #expect(try program.run("index", program.photos.path).code == 0)
        let link = program.work.path + "/link.sqlite"
        symlink(program.catalogue, link)
        let process = program.process(["changes", "--follow", "--catalogue", link])
        let pipe = Pipe.closedInOthers()
        process.standardOutput = pipe
        try process.run()
        let lines = Lines(pipe)
        _ = lines.next()
        #expect(try program.run("edit", program.photos.path + "/1.jpg", "--favorite").code == 0)
        var isTold = false
        while !isTold, let line = lines.next() { isTold = line.contains(#""favorite":true"#) }
        #expect(isTold)
        kill(process.processIdentifier, SIGTERM)
        process.waitPatiently()
    }

    @Test
    func `a catalogue is not led inside the photos by a link`() throws {
        let program = try Program()
        try program.picture("1.jpg", 1)
        let link = program.work.path + "/link.sqlite"
        symlink(program.photos.path + "/c.sqlite", link)
        let outcome = try program.run("index", "--catalogue", link, program.photos.path)
        #expect(outcome.code == 73 && outcome.complaint.contains("inside the photos folder"))
    }
}
