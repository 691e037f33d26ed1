import Foundation
import TestSupport
import Testing

/// What a service manager hears: the words of sd_notify(3).
struct ServiceManagerTests {
    /// A manager's end of the conversation.
    private final class Manager {
        private let descriptor = socket(
            AF_UNIX,
            Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue),
            0
        )
        /// What was heard and not asked for yet: lines that are sent together are heard together.
        private var lines: [Substring] = []

        init(_ path: String) {
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
            withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    #expect(bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0)
                }
            }
        }

        deinit {
            close(descriptor)
        }

        /// Hears until a line begins like this.
        func wait(for beginning: String) throws -> String {
            while true {
                while !lines.isEmpty {
                    let line = lines.removeFirst()
                    if line.hasPrefix(beginning) { return String(line) }
                }
                let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
                guard handle.isReadable() else {
                    throw CocoaError(.userCancelled)
                }
                var bytes = [UInt8](repeating: 0, count: 4_096)
                let count = recv(descriptor, &bytes, bytes.count, 0)
                lines = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
                    .split(separator: "\n")
            }
        }
    }

    @Test
    func `it hears of readiness, progress, life, reloading and the end`() throws {
        let program = try Program()
        try program.picture("a.jpg", 1)
        // A folder's name is no word to the manager, and moves nobody's cursor.
        let away = program.work.appendingPathComponent("away").path + #"\nREADY=0\u001B\u202E"#
        let file = program.work.appendingPathComponent("heliograph.toml")
        try Data("roots = [\"\(program.photos.path)\", \"\(away)\"]".utf8).write(to: file)
        let shown = away.replacing(#"\nREADY=0\u001B\u202E"#, with: #"\u{0A}READY=0\u{1B}\u{202E}"#)
        let path = program.work.appendingPathComponent("notify").path
        let manager = Manager(path)
        let daemon = program.process(["watch", "--config", file.path])
        daemon.environment?["NOTIFY_SOCKET"] = path
        daemon.environment?["WATCHDOG_USEC"] = "300000"
        daemon.standardOutput = FileHandle.nullDevice
        try daemon.run()
        #expect(try manager.wait(for: "READY") == "READY=1")
        #expect(
            try manager.wait(for: "STATUS=Following")
                == "STATUS=Following 2 folders; offline: \(shown)"
        )
        for _ in 0..<3 { #expect(try manager.wait(for: "WATCHDOG") == "WATCHDOG=1") }
        kill(daemon.processIdentifier, SIGHUP)
        _ = try manager.wait(for: "RELOADING=1")
        #expect(try manager.wait(for: "READY") == "READY=1")
        kill(daemon.processIdentifier, SIGTERM)
        #expect(try manager.wait(for: "STOPPING") == "STOPPING=1")
        daemon.waitPatiently()
        #expect(daemon.terminationStatus == 0)
    }

    @Test(.enabled(if: Household.isPossible, "needs to become another user"))
    func `it hears of directories that may not be listed`() throws {
        let household = try Household()
        chown("\(household.photos)/a", 0, 0)
        chmod("\(household.photos)/a", 0o700)
        let path = household.program.work.appendingPathComponent("notify").path
        let manager = Manager(path)
        chmod(path, 0o777)
        let daemon = household.process(Household.ann, ["watch"])
        daemon.environment?["NOTIFY_SOCKET"] = path
        daemon.standardOutput = FileHandle.nullDevice
        try daemon.run()
        #expect(
            try manager.wait(for: "STATUS=Following")
                == "STATUS=Following 1 folder; 1 directory cannot be listed: see heliograph doctor"
        )
        kill(daemon.processIdentifier, SIGTERM)
        daemon.waitPatiently()
    }

    @Test(.enabled(if: Mount.isPossible, "needs to mount"))
    func `it hears of readiness and life from a start on a full disk`() throws {
        let program = try Program()
        try program.picture("a.jpg", 1)
        let disk = try SmallDisk(program.work.appendingPathComponent("state"))
        disk.fill()
        let path = program.work.appendingPathComponent("notify").path
        let manager = Manager(path)
        let daemon = program.process(["watch", program.photos.path])
        daemon.environment?["NOTIFY_SOCKET"] = path
        daemon.environment?["WATCHDOG_USEC"] = "300000"
        daemon.standardOutput = FileHandle.nullDevice
        daemon.standardError = FileHandle.nullDevice
        try daemon.run()
        #expect(try manager.wait(for: "READY") == "READY=1")
        #expect(
            try manager.wait(for: "STATUS") == "STATUS=Paused: the disk of the catalogue is full"
        )
        for _ in 0..<3 { #expect(try manager.wait(for: "WATCHDOG") == "WATCHDOG=1") }
        disk.free()
        #expect(try manager.wait(for: "STATUS=Following") == "STATUS=Following 1 folder")
        kill(daemon.processIdentifier, SIGTERM)
        daemon.waitPatiently()
        #expect(daemon.terminationStatus == 0)
    }
}
