import Foundation
import TestSupport
import Testing

/// What contrib/suites says of tests that do what tests should not.
struct SuiteRunnerTests {
    /// Runs it on tests of which each does something; what it printed.
    private func run(
        _ tests: [(name: String, does: String)],
        begin: String = "",
        seed: String = "\(Effort.seed)",
        _ arguments: [String] = []
    ) throws -> (code: Int32, lines: [String]) {
        let process = Process()
        process.executableURL = Program.package.appendingPathComponent("contrib/suites")
        let bundle = Program.package.appendingPathComponent("Tests/FakeBundle/fake-bundle").path
        process.arguments = ["--bundle", bundle] + arguments
        let plan = tests.map { "\"\($0.name)\": \"\($0.does)\"" }.joined(separator: ", ")
        process.environment = ProcessInfo.processInfo.environment.merging([
            "FAKE_BUNDLE": "{\(plan)}", "FAKE_BUNDLE_BEGIN": begin,
            "HELIOGRAPH_TEST_MINUTES": "0.03", "HELIOGRAPH_TEST_SEED": seed,
            "PYTHONDONTWRITEBYTECODE": "1",
        ]) { $1 }
        let output = Pipe.closedInOthers()
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readPatiently(), as: UTF8.self)
        process.waitPatiently()
        return (process.terminationStatus, text.split(separator: "\n").map(String.init))
    }

    @Test func `tests that pass and are skipped are counted, and each suite has a line`() throws {
        let (code, lines) = try run([
            ("M.A/a()", ""), ("M.A/B/`b in B`(_:)", ""), ("M.C/c()", "skip"), ("M.top()", ""),
        ])
        #expect(code == 0, "\(lines)")
        #expect(lines.last == "3 passed, 0 failed, 1 skipped")
        for suite in ["passed   M.A ", "passed   M.A/B ", "skipped  M.C ", "passed   M "] {
            #expect(lines.count { $0.hasPrefix(suite) } == 1, "\(suite)")
        }
    }

    /// What a test does, and what is said of it; the others of its suite are run all the same.
    @Test(arguments: [
        ("fail", "    M/File.swift:7: 1 == 2"), ("crash", "ended with signal 6"),
        ("crash", "Fatal error: it is gone"), ("fail10", "(and 9 failures more)"),
        ("hang", "nothing was heard"), ("omit", "was not run"),
        ("garbage", "have a line that is not one"),
        ("crashAfter", "after it the process of the tests ended with signal 6"),
        ("hangAfter", "nothing was heard"),
    ])
    func `one that goes wrong fails, and all others run`(what: String, words: String) throws {
        for place in Effort.part(1, of: [1, 2, 3]) {
            var tests = ["a", "b", "c"].map { (name: "M.A/\($0)()", does: "") }
            tests.append(("M.Z/z()", ""))
            tests[place].does = what
            let (code, lines) = try run(tests)
            #expect(code == 1)
            #expect(lines.contains { $0.contains(words) }, "\(lines)")
            #expect(lines.last == "3 passed, 1 failed, 0 skipped", "\(lines)")
            let suite = place == 3 ? "M.Z" : "M.A"
            // What happens behind the last test of a suite is known too late for its line.
            if !what.hasSuffix("After") || place == 1 {
                #expect(lines.contains { $0.hasPrefix("FAILED   \(suite) ") }, "\(lines)")
            }
            #expect(lines.contains { $0.hasPrefix("FAILED   \(tests[place].name): ") })
        }
    }

    @Test(arguments: ["crash", "hang"])
    func `a process that comes to no test fails them all`(begin: String) throws {
        let (code, lines) = try run([("M.A/a()", ""), ("M.A/b()", "")], begin: begin)
        #expect(code == 1 && lines.last == "0 passed, 2 failed, 0 skipped", "\(lines)")
    }

    @Test(arguments: ["fail", "crash", "hang"])
    func `what a test wrote that goes wrong is shown`(what: String) throws {
        let lines = try run([("M.A/a()", ""), ("M.B/b()", what), ("M.B/c()", "")]).lines
        #expect(lines.contains("    | M.B/b() writes this"), "\(lines)")
        #expect(!lines.contains("    | M.A/a() writes this"), "\(lines)")
    }

    @Test func `of many failures few are shown, and how they are repeated`() throws {
        let lines = try run([("M.A/a()", ""), ("M.`b c`/`d e`()", "fail10")], seed: "7").lines
        #expect(lines.first == "2 suites, HELIOGRAPH_TEST_SEED=7")
        #expect(lines.count { $0 == "FAILURE  M.`b c`/`d e`()" } == 3, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("FAILED   M.`b c` ") }, "\(lines)")
        let again = "again: HELIOGRAPH_TEST_SEED=7 contrib/suites '^M\\.`b\\ c`$'"
        #expect(lines.contains(again), "\(lines)")
        let wrong = try run([("M.A/a()", "")], seed: "seven")
        #expect(wrong.code == 2 && wrong.lines.last?.contains("'seven', not a number") == true)
    }

    @Test func `a pattern without a suite is an error, and others choose`() throws {
        let tests = [(name: "M.A/a()", does: ""), ("M.B/b()", "")]
        let none = try run(tests, ["M.A", "Nothing"])
        #expect(none.code == 1 && none.lines.last?.contains("that matches 'Nothing'") == true)
        let one = try run(tests, ["A$"])
        #expect(one.code == 0 && one.lines.last == "1 passed, 0 failed, 0 skipped")
    }
}
