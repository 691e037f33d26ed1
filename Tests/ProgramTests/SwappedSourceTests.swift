import Foundation
import Testing

/// A file that another takes the place of while it is read.
struct SwappedSourceTests {
    @Test
    func `a file is moved that was read, and none that has its name since`() throws {
        let program = try Program()
        try program.write(Program.jpeg(1), to: "live/other.jpg")
        try program.picture("live/live.jpg", 2)
        try program.picture("edited.jpg", 3)
        #expect(try program.run("index", program.photos.path).code == 0)
        let work = program.work.path
        let moved = "\(work)/moved.jpg"
        try Data(Program.jpeg(4)).write(to: URL(fileURLWithPath: moved))
        try Data(Program.jpeg(5)).write(to: URL(fileURLWithPath: "\(work)/data.jpg"))
        try Data(Program.jpeg(6)).write(to: URL(fileURLWithPath: "\(work)/secret"))
        let before = try program.assets().keys.sorted()

        let helpers = try FakeHelpers(program)
        let real = Program.products.appendingPathComponent("heliograph-extractor").path
        try helpers.replace(
            "extractor",
            by: """
                #!/bin/sh
                if test -e '\(work)/secret'; then
                    mv '\(moved)' '\(work)/read.jpg'
                    mv '\(work)/secret' '\(moved)'
                fi
                exec '\(real)' "$@"

                """
        )
        let process = program.process([program.catalogue, moved, "\(work)/data.jpg"])
        process.executableURL = Program.products.appendingPathComponent("change-block")
        let outcome = try program.outcome(of: process)
        #expect(outcome.code == 2, "\(outcome.output)\(outcome.complaint)")
        #expect(outcome.output.contains("another file than was read"), "\(outcome.output)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: moved)) == Data(Program.jpeg(6)))
        #expect(try program.assets().keys.sorted() == before)
        #expect(try program.run("audit").code == 0)
    }
}
