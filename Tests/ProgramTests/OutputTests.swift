import Foundation
import Testing

/// Standard output that takes nothing more, and arguments that are no text.
struct OutputTests {
    private let program: Program

    init() throws {
        program = try Program()
        for number in 0..<200 { try program.picture("\(number).jpg", number) }
        #expect(try program.run("index", program.photos.path).code == 0)
    }

    @Test(arguments: [
        "assets", "albums", "changes", "status", "watch --once", "index", "roots",
    ])
    func `what a full disk does not take is told`(command: String) throws {
        let process = program.process(command.split(separator: " ").map(String.init))
        process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
        let complaint = Pipe()
        process.standardError = complaint
        try process.run()
        process.waitUntilExit()
        let text = String(
            decoding: complaint.fileHandleForReading.readDataToEndOfFile(),
            as: UTF8.self
        )
        #expect(process.terminationStatus == 74, "\(text)")
        #expect(text.contains("No space left on device"), "\(text)")
    }

    @Test func `a name that is no text is not taken for another one`() throws {
        let photos = program.photos.path
        let script = """
            cp "$1/1.jpg" "$1/$(printf '\\377').jpg"; cp "$1/2.jpg" "$1/$(printf '\\357\\277\\275').jpg"
            "$2" index && ! "$2" trash "$1/$(printf '\\377').jpg" && ! "$2" edit --favorite "$1/$(printf '\\377').jpg" \
                && [ "$(ls "$1" | wc -l)" = 202 ]
            """
        let process = program.process(["-c", script, "sh", photos, program.binary.path])
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        let complaint = Pipe()
        process.standardError = complaint
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let text = String(
            decoding: complaint.fileHandleForReading.readDataToEndOfFile(),
            as: UTF8.self
        )
        #expect(process.terminationStatus == 0, "\(text)")
        #expect(text.contains("is not UTF-8"))
        #expect(try program.run("assets", "--where", "isFavorite == YES").lines.isEmpty)
    }
}
