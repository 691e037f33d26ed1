import Foundation
import TestSupport
import Testing

/// A home directory with some photos, where the commands of a page are typed one after another.
final class GuideHome {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("guide-\(UUID().uuidString)")
        for (number, path) in [
            "IMG_0001.JPG", "IMG_0002.JPG", "Italy/IMG_0001.JPG", "Italy/IMG_0003.JPG",
        ].enumerated() {
            let file = folder.appendingPathComponent("Pictures/\(path)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(ThumbnailTests.tiff(width: 60 + number, height: 40, red: 200)).write(to: file)
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Runs a block of commands.
    ///
    /// `follows`: It does not end by itself; it is ended once it has printed a line, and that is well.
    func run(_ block: String, follows: Bool) throws -> Program.Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        let isOne = follows && !block.contains("exec ")
        process.arguments = ["-euo", "pipefail", "-c", isOne ? "exec " + block : block]
        process.currentDirectoryURL = folder
        var environment = ProcessInfo.processInfo.environment.filter {
            !$0.key.hasPrefix("HELIOGRAPH_") && !$0.key.hasPrefix("XDG_")
        }
        environment["HOME"] = folder.path
        environment["PATH"] = Program.products.path + ":" + (environment["PATH"] ?? "")
        process.environment = environment
        let (output, errors) = (Pipe.closedInOthers(), folder.appendingPathComponent("errors"))
        try Data().write(to: errors)
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        var text = ""
        if follows {
            text = (Lines(output).next() ?? "") + "\n"
            kill(process.processIdentifier, SIGTERM)
        } else {
            text = String(decoding: output.fileHandleForReading.readPatiently(), as: UTF8.self)
        }
        process.waitPatiently()
        let isEnded = follows && process.terminationReason == .uncaughtSignal
        return Program.Outcome(
            code: isEnded && text.count > 1 ? 0 : process.terminationStatus,
            output: text,
            complaint: try String(contentsOf: errors, encoding: .utf8)
        )
    }
}
