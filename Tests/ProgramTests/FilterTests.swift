import Foundation
import Testing

/// The example that animates a filtered list.
struct FilterTests {
    /// The example as it runs.
    private final class Grid {
        private let process: Process
        private let input = Pipe.closedInOthers()
        private let output: Lines

        init(_ program: Program) throws {
            process = program.process([])
            process.executableURL = Program.products.appendingPathComponent("filter")
            let pipe = Pipe.closedInOthers()
            output = Lines(pipe)
            (process.standardInput, process.standardOutput) = (input, pipe)
            try process.run()
        }

        deinit { kill(process.processIdentifier, SIGKILL) }

        func type(_ text: String) throws {
            try input.fileHandleForWriting.write(contentsOf: Data("\(text)\n".utf8))
        }

        /// The lines up to the next that says how many photos are shown.
        func steps() -> [String] {
            var lines: [String] = []
            while lines.last?.hasPrefix("=") != true {
                guard let line = output.next() else { return lines + ["the program ended"] }
                lines.append(line)
            }
            return lines
        }
    }

    @Test
    func `a filtered list goes from one filter to the next, and with the library`() throws {
        let program = try Program()
        for (number, name) in ["a1", "b1", "a2", "b2"].enumerated() {
            try program.picture("\(name).jpg", number)
            let date = Date(timeIntervalSince1970: 1_000_000_000 + Double(number) * 86_400)
            try FileManager.default.setAttributes(
                [.modificationDate: date],
                ofItemAtPath: program.photos.appendingPathComponent("\(name).jpg").path
            )
        }
        #expect(try program.run("index", program.photos.path).code == 0)
        let grid = try Grid(program)
        #expect(grid.steps() == ["+ a1.jpg 0", "+ b1.jpg 1", "+ a2.jpg 2", "+ b2.jpg 3", "= 4"])
        try grid.type("a")
        #expect(grid.steps() == ["- b2.jpg", "- b1.jpg", "= 2"])
        try grid.type("2")
        #expect(grid.steps() == ["- a1.jpg", "+ b2.jpg 1", "= 2"])
        let path = program.photos.appendingPathComponent("a2.jpg").path
        try program.run("edit", path, "--favorite")
        #expect(grid.steps() == ["* a2.jpg", "= 2"])
        try program.run("edit", path, "--date", "2020-01-01 10:00:00")
        #expect(grid.steps() == ["* a2.jpg", "> a2.jpg 0 1", "= 2"])
        try program.run("trash", path)
        #expect(grid.steps() == ["- a2.jpg", "= 1"])
        try grid.type("")
        #expect(grid.steps() == ["+ a1.jpg 0", "+ b1.jpg 1", "= 3"])
    }
}
