import Foundation
import Testing

/// Disks on which a directory cannot be listed for an error.
@Suite(.enabled(if: LyingDisk.isPossible, "needs to mount through FUSE"), .serialized)
struct BadSectorTests {
    private let program: Program
    private let disk: LyingDisk

    init() throws {
        program = try Program()
        disk = try LyingDisk(program, ["errors"])
        try program.picture("a/1.jpg", 1)
        try program.picture("a/2.jpg", 2)
        try program.picture("b/3.jpg", 3)
        #expect(try program.run("index", program.photos.path).code == 0)
    }

    private func turnBad(_ directory: String, _ isBad: Bool) throws {
        let file = disk.store.appendingPathComponent(directory + "/.error")
        if isBad {
            try Data().write(to: file)
        } else {
            try FileManager.default.removeItem(at: file)
        }
    }

    private func identifiers() throws -> [String: String] {
        try program.assets().compactMapValues { $0["id"] as? String }
    }

    @Test func `what was moved to where nobody can look is kept until it is found`() throws {
        let before = try identifiers()
        try turnBad("b", true)
        try disk.renameUnseen("a/1.jpg", "b/1.jpg")
        for _ in 0..<2 {
            let outcome = try program.run("index")
            #expect(outcome.complaint.contains("/b could not be listed: Input/output error"))
            #expect(try identifiers() == before)
        }
        try turnBad("b", false)
        #expect(try program.run("index").code == 0)
        var after = before
        after["b/1.jpg"] = after.removeValue(forKey: "a/1.jpg")
        #expect(try identifiers() == after)
        #expect(try program.run("audit").code == 0)
    }
}
