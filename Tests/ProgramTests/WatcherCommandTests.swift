import FolderWatch
import Foundation
import TestSupport
import Testing

struct WatcherCommandTests {
    private static func bytes(_ commands: [WatchCommand]) -> Data {
        var bytes: [UInt8] = []
        for command in commands { command.append(to: &bytes) }
        return Data(bytes)
    }

    @Test func `a command that is read together with the configuration counts`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let roots = [Array(folder.path.utf8)]
        let configuration = WatchConfiguration(roots: roots, ignored: [], extensions: ["jpg"])
        let (watcher, input) = (Process(), Pipe.closedInOthers())
        let output = Pipe.closedInOthers()
        watcher.executableURL = Program.products.appending(path: "heliograph-watcher")
        (watcher.standardInput, watcher.standardOutput) = (input, output)
        // Written before the program starts, so that its first read has all of it.
        try input.fileHandleForWriting.write(
            contentsOf: Self.bytes([.configure(configuration), .flush])
        )
        try watcher.run()
        var (reader, answer) = (WatchFrameReader(), WatchFrame?.none)
        let answered = WatchFrame.settled(walks: 1, flushes: 1)
        while answer != answered {
            let piece = output.fileHandleForReading.availableData
            try #require(!piece.isEmpty, "the watcher has ended")
            piece.withUnsafeBytes { reader.feed($0) }
            while let frame = try reader.next() { answer = frame }
        }
        #expect(answer == answered)
        try input.fileHandleForWriting.close()
        watcher.waitPatiently()
        #expect(watcher.terminationStatus == 0)
    }
}
