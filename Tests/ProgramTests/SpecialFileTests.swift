import Foundation
import Testing

/// What is no file takes the place of one between the look of the watcher and the opening.
struct SpecialFileTests {
    @Test
    func `a pipe in the place of a photo is not opened`() throws {
        let program = try Program()
        let helpers = try FakeHelpers(program)
        let photo = program.photos.appendingPathComponent("x.jpg").path
        // Whoever opens a pipe for writing waits until somebody opens it for reading.
        try helpers.replace(
            "watcher",
            by: FakeHelpers.relay(
                """
                def told(frame):
                    if frame[4] == 8 and frame.endswith(b"x.jpg") and os.path.isfile("\(photo)"):
                        os.remove("\(photo)")
                        os.mkfifo("\(photo)")
                        subprocess.Popen(["sh", "-c", ": > '\(photo)'; touch '\(program.work.path)/opened'"])
                    out.write(frame)
                def turn():
                    pass
                """
            )
        )
        // Of a directory that others may write to.
        #expect(chmod(program.photos.path, 0o777) == 0)
        try program.picture("x.jpg", 1)
        try program.picture("y.jpg", 2)
        let result = try program.run("index", program.photos.path)
        #expect(result.code == 0, "\(result.complaint)")
        var found = stat()
        #expect(lstat(photo, &found) == 0 && found.st_mode & S_IFMT == S_IFIFO)
        let opened = program.work.appendingPathComponent("opened").path
        #expect(!FileManager.default.fileExists(atPath: opened))
        #expect(try program.assets().keys.sorted() == ["y.jpg"])
        // Lets the writer go.
        close(open(photo, O_RDONLY | O_NONBLOCK))
    }

    @Test
    func `a pipe, a device and a directory are no files to explain`() throws {
        let program = try Program()
        let pipe = program.work.appendingPathComponent("pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [pipe, "/dev/null", program.work.path] {
            let result = try program.run("explain", path)
            #expect(result.code == 66)
            #expect(result.complaint.contains("no file that could hold a picture"))
        }
    }
}
