import Foundation
import TestSupport
import Testing

/// A restore of a backup killed between its renames, while a reader keeps the log from being written back.
struct RestoreCrashTests {
    /// Holds a state of the catalogue until its input ends, as a long listing does.
    private static let reader = """
        import sqlite3, sys
        library = sqlite3.connect("file:" + sys.argv[1] + "?mode=ro", uri=True)
        library.execute("BEGIN")
        library.execute("SELECT count(*) FROM asset").fetchone()
        print("reading", flush=True)
        sys.stdin.read()
        """

    @Test
    func `a killed restore beside a reader loses no edit that was acknowledged`() throws {
        let program = try Program()
        try program.picture("a.jpg", 1)
        #expect(try program.run("index", program.photos.path).code == 0)
        let backup = program.work.appendingPathComponent("backup").path
        #expect(try program.run("backup", backup).code == 0)
        let trace = program.work.appendingPathComponent("trace")
        func restore(after title: String, _ environment: [String: String]) throws {
            let (python, input, output) = (Process(), Pipe(), Pipe.closedInOthers())
            python.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            python.arguments = ["python3", "-c", Self.reader, program.catalogue]
            (python.standardInput, python.standardOutput) = (input, output)
            try python.run()
            #expect(Lines(output).next() == "reading")
            #expect(try program.run("album", "create", title).code == 0)
            let process = program.process(["restore-catalogue", backup])
            process.environment?.merge(try CrashTests.preloading(environment)) { $1 }
            (process.standardOutput, process.standardError) = (nil, nil)
            try process.run()
            process.waitPatiently()
            try input.fileHandleForWriting.close()
            python.waitPatiently()
        }
        try restore(after: "none", ["STOP_TRACE": trace.path])
        let calls = try TracedCall.all(in: trace)
        let last = try #require(calls.lastIndex { $0.isRename })
        let points = calls.indices.filter { calls[$0].isName && $0 <= last + 1 }
        #expect(points.count > 3)
        for point in points.suffix(12) {
            let before = try kept(program)
            try restore(after: "at \(point)", ["STOP_AT": "\(point + 1)"])
            // Another program writes into what is there.
            for number in 0..<40 { try program.picture("\(point)/\(number).jpg", number) }
            #expect(try program.run("index").code == 0, "killed at \(point + 1)")
            let places = try kept(program).subtracting(before).union([program.catalogue])
            let titles = try places.flatMap {
                try program.run("albums", "--catalogue", $0).lines.compactMap {
                    $0["title"] as? String
                }
            }
            #expect(titles.contains("at \(point)"), "killed at \(point + 1)")
        }
    }

    /// The catalogues that were replaced.
    private func kept(_ program: Program) throws -> Set<String> {
        let folder = URL(fileURLWithPath: program.catalogue).deletingLastPathComponent()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return Set(
            names.filter {
                $0.contains(".replaced-")
                    && !["-wal", "-shm", "-lock", "-turns"].contains(where: $0.hasSuffix)
            }
            .map { folder.appendingPathComponent($0).path }
        )
    }
}
