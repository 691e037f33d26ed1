import Foundation
import TestSupport
import Testing

/// A server of another project, on the loopback interface, for one test.
final class LocalServer {
    let port: Int
    let directory: URL
    private let process = Process()
    private let end: Int32

    // `end` is a signal at which it ends without waiting for anybody; others may be blocked, which threads
    // of tests hand on to what they start.
    private init(_ name: String, end: Int32 = SIGKILL) throws {
        self.end = end
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("\(name)-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        port = try Self.freePort()
    }

    deinit {
        if process.isRunning {
            kill(process.processIdentifier, end)
            process.waitPatiently()
        }
        try? FileManager.default.removeItem(at: directory)
    }

    private static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) | getsockname(descriptor, $0, &length)
            }
        }
        try #require(status == 0)
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// `environment`: What both have in theirs besides, such as what is not for arguments.
    private func start(
        _ arguments: [String],
        until probe: [String],
        _ environment: [String: String] = [:]
    ) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        let answers = try Patience.wait {
            guard process.isRunning else { throw CocoaError(.executableLoad) }
            return try Self.run(probe, environment).code == 0
        }
        guard answers else { throw CocoaError(.executableLoad) }
    }

    /// Starts a server, at another port when the first is somebody else's by now.
    private static func started(_ start: () throws -> LocalServer) throws -> LocalServer {
        for _ in 0..<4 { if let server = try? start() { return server } }
        return try start()
    }

    /// Runs a command to its end.
    @discardableResult
    static func run(
        _ arguments: [String],
        _ environment: [String: String] = [:]
    ) throws -> (code: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        process.standardOutput = try FileHandle(forWritingTo: file)
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitPatiently()
        return (process.terminationStatus, try String(contentsOf: file, encoding: .utf8))
    }

    static func has(_ program: String) -> Bool {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let directories = path.split(separator: ":").map(String.init) + ["/usr/sbin"]
        return directories.contains { access($0 + "/" + program, X_OK) == 0 }
    }

    static func redis(password: String = "") throws -> LocalServer {
        try started {
            let server = try LocalServer("redis")
            let configuration = server.directory.appendingPathComponent("redis.conf")
            let quoted = password.replacing("\\", with: "\\\\")
            try Data("requirepass \"\(quoted)\"\n".utf8).write(to: configuration)
            try server.start(
                [
                    "redis-server", configuration.path, "--port", "\(server.port)", "--bind",
                    "127.0.0.1", "--save", "", "--dir", server.directory.path,
                ],
                until: ["redis-cli", "-e", "-p", "\(server.port)", "PING"],
                password.isEmpty ? [:] : ["REDISCLI_AUTH": password]
            )
            return server
        }
    }

    /// `user`: Who alone may come in, with the password; nil for everybody.
    static func mosquitto(user: String? = nil, password: String = "") throws -> LocalServer {
        try started {
            let server = try LocalServer("mosquitto")
            let configuration = server.directory.appendingPathComponent("mosquitto.conf")
            var text = """
                listener \(server.port) 127.0.0.1
                allow_anonymous \(user == nil)
                max_queued_messages 0

                """
            if let user {
                let users = server.directory.appendingPathComponent("users")
                try #require(
                    run(["mosquitto_passwd", "-b", "-c", users.path, user, password]).code == 0
                )
                chmod(users.path, 0o644)
                text += "password_file \(users.path)\n"
            }
            try Data(text.utf8).write(to: configuration)
            let probe = ["mosquitto_pub", "-p", "\(server.port)", "-t", "probe", "-m", "probe"]
            try server.start(
                ["PATH=/usr/sbin:/usr/bin", "mosquitto", "-c", configuration.path],
                // One that lets only some in says so to others.
                until: user == nil
                    ? probe : ["sh", "-c", "\(probe.joined(separator: " ")); test $? = 5"]
            )
            return server
        }
    }

    /// Where the newest PostgreSQL's own programs lie; Debian keeps them off the path.
    static let postgresPrograms: String? = {
        let base = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? []
        return versions.compactMap(Int.init).max().map { "\(base)/\($0)/bin" }
    }()

    static func postgres() throws -> LocalServer {
        try started {
            let server = try LocalServer("postgres", end: SIGQUIT)
            let programs = try #require(postgresPrograms)
            // It refuses to run as root.
            let user =
                geteuid() == 0
                ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : []
            if geteuid() == 0 { try run(["chown", "postgres", server.directory.path]) }
            let data = server.directory.appendingPathComponent("data").path
            let made = try run(
                user + [
                    "\(programs)/initdb", "-D", data, "-U", "postgres", "-A", "trust", "--no-sync",
                ]
            )
            try #require(made.code == 0)
            try server.start(
                user + [
                    "\(programs)/postgres", "-D", data, "-p", "\(server.port)", "-c",
                    "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c",
                    "fsync=off",
                ],
                until: [
                    "psql", "-h", "127.0.0.1", "-p", "\(server.port)", "-U", "postgres", "-c", "",
                ]
            )
            return server
        }
    }
}
