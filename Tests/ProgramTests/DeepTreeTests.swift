import Foundation
import Testing

/// Directories so far down that their paths are longer than the kernel takes in one call.
struct DeepTreeTests {
    private static let depth = 400

    /// Runs a script of Python in the folder; there `down(n)` goes to the directory at a depth, and `picture(name, n)`
    /// writes one.
    private static func python(_ program: Program, _ script: String) throws {
        let picture = Program.jpeg(0).map(String.init).joined(separator: ",")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", "-c",
            """
            import os
            os.chdir("\(program.photos.path)")
            name = lambda level: ("%03d" % level) + "-" * 40
            def picture(file, number):
                data = bytes([\(picture)]).replace(b"picture 0", b"picture %d" % number)
                open(file, "wb").write(data.replace(bytes([255, 254, 0, 11]), bytes([255, 254, 0, len(str(number)) + 10])))
            def down(depth, moved=None):
                for level in range(depth):
                    os.chdir("moved" if level == moved else name(level))
            \(script)
            """,
        ]
        try process.run()
        process.waitPatiently()
        try #require(process.terminationStatus == 0)
    }

    @Test
    func `photos far down are found, and followed when a directory above them moves`() throws {
        let program = try Program()
        try Self.python(
            program,
            """
            for level in range(\(Self.depth)):
                os.mkdir(name(level))
                os.chdir(name(level))
                if level % 10 == 9:
                    picture("x.jpg", level)
            """
        )
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        let before = try program.assets()
        #expect(before.count == Self.depth / 10)
        try Self.python(
            program,
            """
            down(200)
            os.rename(name(200), "moved")
            os.chdir("\(program.photos.path)")
            down(\(Self.depth), moved=200)
            picture("last.jpg", 1000)
            """
        )
        _ = try feed.wait {
            (($0["asset"] as? [String: Any])?["path"] as? String)?.hasSuffix("/last.jpg") == true
        }
        try program.wait { try program.run("audit").code == 0 }
        let after = try program.assets()
        let ids = Set(before.values.compactMap { $0["id"] as? String })
        let kept = after.filter { !$0.key.hasSuffix("/last.jpg") }
        #expect(Set(kept.values.compactMap { $0["id"] as? String }) == ids)
        #expect(kept.keys.count { $0.contains("/moved/") } == (Self.depth - 200) / 10)
        #expect(after.count == Self.depth / 10 + 1)
        #expect(feed.stop() == 0)
    }
}
