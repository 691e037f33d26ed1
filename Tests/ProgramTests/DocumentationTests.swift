import Foundation
import TestSupport
import Testing

struct DocumentationTests {
    @Test
    func `the table of symbols names what is there, and no link leads nowhere`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("documentation-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = Process()
        process.executableURL = Program.package.appendingPathComponent("contrib/documentation")
        process.arguments = [folder.path, "--build", Program.products.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let said = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(),
            as: UTF8.self
        )
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(said)")
        #expect(said.contains("symbols in the table"))
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
            let output = Pipe()
            (process.standardOutput, process.standardError) = (output, output)
            try process.run()
            let said = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return (process.terminationStatus, String(decoding: said, as: UTF8.self))
        }
        let early = try albums()
        #expect(early.code == 1 && early.said.contains("there is no catalogue"))
        #expect(try program.run("index", program.photos.path).code == 0)
        let listed = try albums().said.split(separator: "\n").map(String.init)
        #expect(
            listed.prefix(4) == ["photos/", "  2023/", "    2023  1", "    Italy  1"],
            "\(listed)"
        )
        #expect(listed.contains("Screenshots  1"))
        let members = try albums("Italy", "--once")
        #expect(members.code == 0 && members.said.hasSuffix("a.jpg\n"))
        #expect(try albums("Nowhere").code == 1)
    }
}
