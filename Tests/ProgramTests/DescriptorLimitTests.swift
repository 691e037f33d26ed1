import Foundation
import Testing

/// How many files a process may open, as `ulimit -n` limits it.
struct DescriptorLimitTests {
    private func program(_ limit: Int) throws -> Program {
        let program = try Program()
        try program.picture("a.jpg", 1)
        program.starter = ["/bin/sh", "-c", "ulimit -n \(limit) && exec \"$0\" \"$@\""]
        return program
    }

    @Test(arguments: [12, 16, 24, 32, 40])
    func `where too few files can be opened nothing is begun`(limit: Int) throws {
        let program = try program(limit)
        let refused = try program.run("index", program.photos.path)
        #expect(refused.code == EX_OSERR && refused.complaint.contains("ulimit -n 1024"))
        program.starter = []
        #expect(try program.run("index", program.photos.path).code == 0)
    }

    @Test(arguments: 5...12)
    func `a reader that can open too few files says so`(limit: Int) throws {
        let program = try program(1_024)
        #expect(try program.run("index", program.photos.path).code == 0)
        program.starter = ["/bin/sh", "-c", "ulimit -n \(limit) && exec \"$0\" \"$@\""]
        let reader = try program.run("assets")
        // Fewer than the language itself needs end it in its own words.
        guard reader.code != 0, reader.complaint.contains("catalogue") else { return }
        #expect(reader.code == EX_OSERR && reader.complaint.contains("ulimit -n 1024"), "\(reader)")
    }

    @Test func `a few files are enough`() throws {
        let program = try program(64)
        #expect(try program.run("index", program.photos.path).code == 0)
        #expect(try program.assets().count == 1)
    }
}
