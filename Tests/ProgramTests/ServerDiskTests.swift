import Foundation
import TestSupport
import Testing

/// A folder of a server, mounted through FUSE as desktops and NAS boxes do it.
private final class ServerDisk {
    /// It needs no account where it is started by the client.
    private static let program = "/usr/lib/openssh/sftp-server"
    /// The server's side.
    let store: URL
    private let place: URL
    private let starter: URL
    private var client: Process?

    static let isPossible =
        Mount.isPossible && access("/dev/fuse", R_OK | W_OK) == 0
        && access("/usr/bin/sshfs", X_OK) == 0 && access(program, X_OK) == 0

    init(_ program: Program, over place: URL) throws {
        (store, self.place) = (program.work.appendingPathComponent("server"), place)
        starter = program.work.appendingPathComponent("ssh")
        for directory in [store, place] {
            try FileManager.default.createDirectory(
                at: directory,
                withIntermediateDirectories: true
            )
        }
        try mount()
    }

    /// Says what the client starts to reach the server.
    private func setStarter(_ line: String) throws {
        try Data("#!/bin/sh\n\(line)\n".utf8).write(to: starter, options: .atomic)
        chmod(starter.path, 0o755)
    }

    private var server: URL {
        starter.deletingLastPathComponent().appendingPathComponent("server.process")
    }

    deinit { unmount() }

    func mount() throws {
        try setStarter("echo $$ >'\(server.path)'; exec \(Self.program)")
        let client = Process()
        client.executableURL = URL(fileURLWithPath: "/usr/bin/sshfs")
        client.arguments = [
            "-f", "-o", "ssh_command=\(starter.path),cache=no", "server:\(store.path)", place.path,
        ]
        client.standardError = FileHandle.nullDevice
        try client.run()
        self.client = client
        let isMounted = try Patience.wait { () throws in
            try #require(client.isRunning)
            return try String(contentsOfFile: "/proc/self/mounts", encoding: .utf8)
                .contains(" \(place.path) fuse.sshfs ")
        }
        try #require(isMounted)
    }

    func unmount() {
        try? Mount.run("umount", "-l", place.path)
        client?.waitPatiently()
        client = nil
    }

    /// Kills the server; whoever asks for something gets an error from then on.
    func die() throws {
        // The client asks for it anew.
        try setStarter("exit 1")
        try signal(SIGKILL)
    }

    /// Sends a signal to the server; after SIGSTOP whoever asks for something waits until SIGCONT.
    func signal(_ signal: Int32) throws {
        let text = try String(contentsOf: server, encoding: .utf8)
        let process = try #require(pid_t(text.trimmingCharacters(in: .newlines)))
        #expect(kill(process, signal) == 0)
    }
}

/// Photos on a server: others change them there, and it may be gone.
@Suite(.enabled(if: ServerDisk.isPossible, "needs sshfs and an SFTP server"), .serialized)
struct ServerDiskTests {
    private func write(_ number: Int, _ path: String, _ disk: ServerDisk) throws {
        let url = disk.store.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(Program.jpeg(number)).write(to: url)
    }

    @Test
    func `what others do on the server is found, and a server that dies loses nothing`() throws {
        let program = try Program()
        let disk = try ServerDisk(program, over: program.photos)
        for number in 0..<6 { try write(number, "\(number % 2)/\(number).jpg", disk) }
        let feed = try Feed(program, "--rescan", "2s", program.photos.path)
        try feed.waitUntilSynced()
        #expect(try program.run("roots").lines.first?["state"] as? String == "degraded")
        let favorite = "\(program.photos.path)/0/0.jpg"
        #expect(try program.run("edit", favorite, "--favorite").code == 0)

        // On the server's side, where nobody tells this machine of it.
        try write(10, "new/10.jpg", disk)
        _ = try feed.asset("new/10.jpg", "inserted")
        try FileManager.default.removeItem(at: disk.store.appendingPathComponent("1/1.jpg"))
        _ = try feed.wait {
            $0["type"] as? String == "asset" && $0["change"] as? String == "removed"
        }
        let moved = disk.store.appendingPathComponent("1")
        try FileManager.default.moveItem(at: moved, to: disk.store.appendingPathComponent("one"))
        _ = try feed.asset("one/3.jpg", "moved")
        let before = try program.assets()
        #expect(before.count == 6)

        try disk.die()
        _ = try feed.wait { $0["state"] as? String == "offline" }
        #expect((try program.assets() as NSDictionary) == (before as NSDictionary))
        disk.unmount()
        try disk.mount()
        _ = try feed.wait { $0["state"] as? String == "degraded" }
        #expect((try program.assets() as NSDictionary) == (before as NSDictionary))
        try write(11, "new/11.jpg", disk)
        _ = try feed.asset("new/11.jpg", "inserted")
        #expect(feed.stop() == 0)
        #expect(try program.run("audit").code == 0)
    }

    @Test
    func `a server that is away or dead when the indexer starts loses nothing`() throws {
        let program = try Program()
        let disk = try ServerDisk(program, over: program.photos)
        for number in 0..<6 { try write(number, "\(number % 2)/\(number).jpg", disk) }
        #expect(try program.run("index", program.photos.path).code == 0)
        let before = try program.run("assets").output
        try disk.die()
        #expect(try program.run("index").code == 1)
        #expect(try program.run("assets").output == before)
        disk.unmount()
        #expect(try program.run("index").code == 1)
        #expect(try program.run("assets").output == before)
        try disk.mount()
        let back = try program.run("index")
        #expect(back.code == 0, "\(back.complaint)")
        #expect(try program.run("assets").output == before)
        #expect(try program.run("audit").code == 0)
    }

    @Test
    func `doctor names the server that does not answer, and waits for none`() throws {
        let program = try Program()
        let disk = try ServerDisk(program, over: program.photos.appendingPathComponent("share"))
        try write(1, "1.jpg", disk)
        #expect(try program.run("index", program.photos.path).code == 0)
        #expect(try program.run("doctor").lines.allSatisfy { $0["state"] as? String != "problem" })
        try disk.signal(SIGSTOP)
        let outcome = Result { try program.run("doctor") }
        // Before anything else looks at it, such as who tidies up.
        try disk.signal(SIGCONT)
        let found = try outcome.get().lines.filter { $0["state"] as? String == "problem" }
        let path = program.photos.appendingPathComponent("share").path
        #expect(
            found.compactMap { $0["cure"] as? String } == [
                "sudo umount -f \(path); sudo umount -l \(path)"
            ]
        )
        #expect((found.first?["detail"] as? String)?.contains("does not answer") == true)
    }

    @Test
    func `a catalogue on a server is refused`() throws {
        let program = try Program()
        try program.picture("a.jpg", 1)
        let disk = try ServerDisk(program, over: program.work.appendingPathComponent("state"))
        let refused = try program.run("index", program.photos.path)
        #expect(refused.code == 73)
        #expect(refused.complaint.contains("would lie on a network file system"))
        let left = try FileManager.default.contentsOfDirectory(atPath: disk.store.path)
        #expect(left.filter { $0.hasSuffix(".sqlite") } == [])
    }
}
