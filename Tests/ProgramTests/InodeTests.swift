import Foundation
import Testing

/// Directories that are given the inode number of one that has just gone, as ext4 does.
@Suite(.enabled(if: Mount.isPossible, "needs to mount"), .serialized)
struct InodeTests {
    /// Stands between the watcher and the indexer.
    ///
    /// Just before it tells of the pictures of `a` and `b` it removes these directories, and just after it makes them
    /// anew. That all is known is told only when there is a file `settled`, and what has gone when there is one `gone`.
    private static func relay(_ work: String) -> String {
        FakeHelpers.relay(
            """
            photos, pictures = "\(work)/photos", {}
            late = {"gone": [], "settled": []}
            kinds = {6: "gone", 9: "gone", 11: "settled"}

            def again():
                inodes = [os.stat(f"{photos}/{name}").st_ino for name in "ab"]
                for name in "ab":
                    os.remove(f"{photos}/{name}/x.jpg")
                    os.rmdir(f"{photos}/{name}")
                out.write(b"".join(pictures.values()))
                out.flush()
                # The indexer looks for them and finds no directory; it does so again twenty times a second.
                time.sleep(0.02)
                for name in "ab":
                    os.mkdir(f"{photos}/{name}")
                    os.rename(f"{photos}/{name}.whole", f"{photos}/{name}/x.jpg")
                same = inodes == [os.stat(f"{photos}/{name}").st_ino for name in "ab"]
                with open("\(work)/inodes", "w") as file:
                    file.write("same" if same else "others")

            def told(frame):
                if len(pictures) < 2 and frame[4] == 8 and frame.endswith(b"x.jpg"):
                    # A picture may be told twice: by an event and by the walk of its directory.
                    pictures[frame[5:9]] = frame
                    if len(pictures) == 2:
                        again()
                elif pictures and frame[4] in kinds:
                    late[kinds[frame[4]]].append(frame)
                else:
                    out.write(frame)

            def turn():
                for kind in late:
                    if os.path.exists(f"\(work)/{kind}"):
                        out.write(b"".join(late[kind]))
                        late[kind] = []
            """
        )
    }

    @Test
    func `a directory with the inode number of one that has gone is not taken for it`() throws {
        let program = try Program()
        let helpers = try FakeHelpers(program)
        try helpers.replace("watcher", by: Self.relay(program.work.path))
        let image = program.work.appendingPathComponent("ext4.img").path
        try Mount.run("truncate", "-s", "16M", image)
        try Mount.run("mkfs.ext4", "-q", image)
        try Mount.run("mount", "-o", "loop", image, program.photos.path)
        defer { try? Mount.run("umount", "-l", program.photos.path) }
        let log = program.work.appendingPathComponent("log")
        try Data().write(to: log)
        for name in ["a", "b"] {
            try program.write(Program.jpeg(name == "a" ? 1 : 2), to: "\(name).whole")
        }
        try program.picture("first.jpg", 10)
        let feed = try Feed(program, log: log, "--log-level", "debug", program.photos.path)
        try feed.waitUntilSynced()
        for (number, name) in ["a", "b"].enumerated() {
            try program.picture("\(name)/x.jpg", number + 3)
        }
        // The files of the directories that have gone were looked for often enough, or found beside the others.
        try program.wait {
            let backlog = try program.run("status").lines.first?["backlog"] as? Int
            let said = try String(contentsOf: log, encoding: .utf8)
            return said.contains("not found for long") || (backlog ?? 0) > 2
        }
        // Whoever still looks at a directory that has gone keeps its number.
        let inodes = program.work.appendingPathComponent("inodes")
        print("inodes: \(try String(contentsOf: inodes, encoding: .utf8))")
        let there = ["a/x.jpg", "b/x.jpg", "first.jpg"]
        try Data().write(to: program.work.appendingPathComponent("settled"))
        try program.wait { try program.assets().keys.sorted() == there }
        try Data().write(to: program.work.appendingPathComponent("gone"))
        // What is in a directory that has gone is given up sooner.
        try program.remove("first.jpg")
        _ = try feed.asset("first.jpg", "removed")
        #expect(try program.assets().keys.sorted() == there.dropLast())
        #expect(feed.stop() == 0)
    }
}
