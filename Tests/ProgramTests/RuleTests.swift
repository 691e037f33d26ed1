import Foundation
import Testing

@Suite(.patient)
struct RuleTests {
    /// Does something to the catalogue behind the program's back.
    private static func change(_ program: Program, _ sql: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [
            "-c", "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])",
            program.catalogue, sql,
        ]
        #expect(try program.outcome(of: process).code == 0)
    }

    @Test(arguments: [
        "UPDATE status SET value = '0' WHERE key = 'rules'",
        "DELETE FROM status WHERE key = 'rules'",
        "UPDATE status SET value = '9999' WHERE key = 'rules'",
    ])
    func `files that are known are read again when the rules are others`(_ rules: String) throws {
        let program = try Program()
        try program.picture("a.jpg", 1)
        #expect(try program.run("index", program.photos.path).code == 0)
        let before = try program.assets()
        // As another rule might have had it.
        try Self.change(program, "UPDATE asset SET width = 1, subtypes = 1")
        #expect(try program.run("index").code == 0)
        #expect(try program.assets()["a.jpg"]?["pixelWidth"] as? Int == 1)
        let token = try program.run("status").lines.first?["token"] as? String
        try Self.change(program, rules)
        #expect(try program.run("index").code == 0)
        let after = try program.assets()
        #expect((after as NSDictionary) == (before as NSDictionary))
        let told = try program.run("changes", "--since", try #require(token)).lines
        let changed = told.first { $0["type"] as? String == "asset" }
        let keys = ["mediaSubtypes", "pixelWidth"]
        #expect((changed?["changedKeys"] as? [String])?.filter(keys.contains).sorted() == keys)
        #expect(changed?["contentChanged"] as? Bool == false)
    }
}
