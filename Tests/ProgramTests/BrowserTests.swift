import Foundation
import TestSupport
import Testing

private enum Browser {
    static let isPossible =
        FileManager.default.isExecutableFile(atPath: "/usr/bin/chromedriver")
        && FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/selenium")
}

/// The gallery in a real browser: contrib/browser.
@Suite(.enabled(if: Browser.isPossible, "needs chromium and Selenium"), .serialized)
struct BrowserTests {
    private func run(_ script: String, _ arguments: String...) throws -> (code: Int32, text: String)
    {
        let process = Process()
        // Debian's own Python, which is the one that has Debian's Selenium.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments =
            [
                Program.package.appendingPathComponent("contrib/browser/\(script)").path,
                "--products", Program.products.path,
            ] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["PYTHONDONTWRITEBYTECODE": "1"]
        ) { $1 }
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(),
            as: UTF8.self
        )
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    @Test func `a page has what there is while files change, lines break and servers die`() throws {
        let outcome = try run("alive", "--operations", "\(Effort.count(60, of: 500))")
        #expect(outcome.code == 0, "\(outcome.text)")
        print(outcome.text)
    }

    @Test(.enabled(if: Corpus.isThere), .enabled(if: Effort.isFull))
    func `every view of a library has what fetching gives, and asks for nothing elsewhere`() throws
    {
        let outcome = try run("views", "--library", Corpus.folder.path)
        #expect(outcome.code == 0, "\(outcome.text)")
        print(outcome.text)
    }
}
