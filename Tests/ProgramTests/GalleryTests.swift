import Foundation
import Testing

/// The example that scrolls through a library.
@Suite(.patient)
struct GalleryTests {
    /// The example as it runs, with four cells in each of five rows.
    private final class Grid {
        private let process: Process
        private let input = Pipe.closedInOthers()
        private let output: Lines

        init(_ program: Program) throws {
            process = program.process(["4", "5", "32"])
            process.executableURL = Program.products.appendingPathComponent("gallery")
            let pipe = Pipe.closedInOthers()
            output = Lines(pipe)
            (process.standardInput, process.standardOutput) = (input, pipe)
            try process.run()
        }

        deinit { kill(process.processIdentifier, SIGKILL) }

        /// What the example says of itself after a command.
        func tell(_ command: String) throws -> String {
            try input.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
            return output.next() ?? "the program ended"
        }

        /// The numbers of such a line: made, at hand, cancelled, ahead.
        func numbers(_ command: String) throws -> [Int] {
            try tell(command).split(separator: ":").last?.split(separator: ",").compactMap {
                $0.split(separator: " ").first.flatMap { Int($0) }
            } ?? []
        }
    }

    /// A picture of 64 by 48 pixels.
    private static let picture =
        "/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+"
        + "gXz/wAALCAAwAEABAREA/8QAFgABAQEAAAAAAAAAAAAAAAAAAAEC/8QAFhABAQEAAAAAAAAAAAAAAAAAABEB/9oACAEBAAA/"
        + "ALqCCkSNaggoFBBQQVAAUQAKUoA1mV//2Q=="

    private static func program() throws -> Program {
        let program = try Program()
        program.environment["HELIOGRAPH_CACHE"] = program.work.appendingPathComponent("cache").path
        let bytes = [UInt8](try #require(Data(base64Encoded: picture)))
        for number in 0..<200 {
            try program.write(bytes + Array("\(number)".utf8), to: "\(1_000 + number).jpg")
        }
        #expect(try program.run("index", program.photos.path).code == 0)
        return program
    }

    @Test
    func `cells get their pictures, and those that go take their requests with them`() throws {
        let program = try Self.program()
        let grid = try Grid(program)
        let (made, atHand, cancelled, ahead) = Self.four(try grid.numbers("settle"))
        #expect(made + atHand == 20 && cancelled == 0)
        // Five rows, and half a screen below.
        #expect(ahead == 32)
        // Far away, nothing of what was seen or made ready is there.
        #expect(try grid.tell("scroll 20").hasPrefix("80..<100 of 200"))
        let after = Self.four(try grid.numbers("settle"))
        #expect(after.0 + after.1 == 40 && after.2 == 0)
        // Half a screen on each side.
        #expect(after.3 == 32 + 44)
        // What goes before it has come is cancelled, or was there in time.
        for _ in 0..<4 { _ = try grid.tell("scroll 6") }
        let end = Self.four(try grid.numbers("settle"))
        #expect(end.0 + end.1 + end.2 == 40 + 4 * 20)
        // Of a picture that was made ready nothing is made again.
        let again = try Grid(program)
        _ = try again.tell("settle")
        let (anew, kept, _, _) = Self.four(try again.numbers("settle"))
        #expect(anew == 0 && kept == 20)
    }

    private static func four(_ numbers: [Int]) -> (Int, Int, Int, Int) {
        guard numbers.count == 4 else { return (-1, -1, -1, -1) }
        return (numbers[0], numbers[1], numbers[2], numbers[3])
    }
}
