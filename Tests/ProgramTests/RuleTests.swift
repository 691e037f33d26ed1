import Foundation
import Testing

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
    @Test
    func `edited versions that were assets of their own become part of their original`() throws {
        let program = try Program()
        for (number, name) in ["IMG_1", "IMG_E1", "a", "a-edited"].enumerated() {
            try program.picture("\(name).jpg", number)
        }
        let plist = """
            <plist version='1.0'><dict><key>adjustmentFormatIdentifier</key>
            <string>com.apple.photo</string></dict></plist>
            """
        for name in ["IMG_1.AAE", "a.AAE"] { try program.write(Array(plist.utf8), to: name) }
        #expect(try program.run("index", program.photos.path).code == 0)
        let before = try program.assets()
        #expect(before.keys.sorted() == ["IMG_1.jpg", "a.jpg"])
        // As a version had it that knew of no edited versions.
        try Self.change(
            program,
            """
            UPDATE asset SET partOf = NULL WHERE id IN (SELECT id FROM resource WHERE type = 5);
            UPDATE resource SET type = 1 WHERE type = 5;
            UPDATE asset SET partCount = 1 WHERE partCount = 2;
            UPDATE directory SET companions = companions & 63, assetCount = 4;
            UPDATE status SET value = '2' WHERE key = 'rules';
            """
        )
        #expect(try program.assets().count == 4)
        #expect(try program.run("index").code == 0)
        let after = try program.assets()
        #expect((after as NSDictionary) == (before as NSDictionary))
    }
}
