import Foundation
import TestSupport
import Testing

/// What consumers are told in confidence, and what others of the machine can see of it.
struct SecretTests {
    private let library: LivingLibrary
    private let secret = "pa ss:\(UInt64.random(in: 0..<1_000_000_000_000))@\\w/%"
    private let seen: URL

    init() throws {
        library = try LivingLibrary(seed: 1)
        try library.settle()
        seen = library.program.work.appendingPathComponent("seen")
        try Data().write(to: seen)
    }

    /// A directory with a program that notes the arguments of all there are, its own too, before it is the real one.
    private func witness(_ name: String) throws -> String {
        let directory = library.program.work.appendingPathComponent("witness")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let file = directory.appendingPathComponent(name)
        let script = """
            #!/bin/bash
            cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' '\\n' >>'\(seen.path)'
            exec /usr/bin/\(name) "$@"

            """
        try Data(script.utf8).write(to: file)
        chmod(file.path, 0o755)
        return directory.path
    }

    /// Fails when any of what must not be seen was, or nothing was looked at.
    private func expectUnseen(_ program: String, _ secrets: [String]) throws {
        let arguments = try String(contentsOf: seen, encoding: .utf8)
        // Whose arguments they are else is nobody's business in a log of tests.
        let wasThere = arguments.contains(program)
        let wasSeen = secrets.contains { arguments.contains($0) }
        #expect(wasThere)
        #expect(!wasSeen)
    }

    private func percented(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    @Test(.enabled(if: LocalServer.has("redis-server") && LocalServer.has("jq"), "needs servers"))
    func `Redis gets its password, and nobody else does`() throws {
        let server = try LocalServer.redis(password: secret)
        let path = try witness("redis-cli")
        let address = "redis://default:\(percented(secret))@127.0.0.1:\(server.port)/0"
        let consumer = Consumer(
            library,
            ["follow", "--limit", "50", "--ask", "redis token", "--", "redis", "apply"],
            ["REDIS_URL": address, "WITNESS": path]
        )
        try consumer.start()
        try library.program.wait { try !consumer.run("redis", "token").output.isEmpty }
        #expect(consumer.isRunning)
        try expectUnseen("redis-cli", [secret, percented(secret)])
        let other = Consumer(library, [], ["REDIS_URL": "redis://:x@127.0.0.1:\(server.port)"])
        #expect(try !other.run("redis", "token").output.hasPrefix("h1-"))
    }

    @Test(.enabled(if: LocalServer.has("mosquitto") && LocalServer.has("jq"), "needs servers"))
    func `a broker gets its password, and nobody else does`() throws {
        let server = try LocalServer.mosquitto(user: "ann", password: secret)
        let path = try witness("mosquitto_pub")
        func publish(_ password: String) throws -> Program.Outcome {
            let environment = ["MQTT_USERNAME": "ann", "MQTT_PASSWORD": password, "WITNESS": path]
            return try Consumer(library, [], environment).run("mqtt", "--port", "\(server.port)")
        }
        let published = try publish(secret)
        #expect(published.code == 0, "\(published.complaint)")
        try expectUnseen("mosquitto_pub", [secret])
        #expect(try publish("another").code != 0)
        // Nor is it left anywhere.
        let rest = try FileManager.default.contentsOfDirectory(atPath: library.program.work.path)
        #expect(!rest.contains { $0.hasPrefix("tmp.") })
    }

    @Test(arguments: [
        ["-P", "x"], ["--pw", "x"], ["-L", "mqtt://ann:x@broker/t"], ["--psk", "00"],
        ["--proxy", "socks5h://ann:x@proxy:1"],
    ])
    func `a password among the arguments is refused`(_ arguments: [String]) throws {
        let result = try Consumer(library, []).run(["mqtt"] + arguments)
        #expect(result.code == EX_USAGE)
        #expect(result.complaint.contains("MQTT_PASSWORD"))
    }

    @Test(arguments: ["follow", "mirror", "mqtt", "postgresql", "redis", "screenshots"])
    func `each tells what it is for and ends`(_ name: String) throws {
        for option in ["--help", "-h"] {
            let result = try Consumer(library, []).run(name, option)
            #expect(result.code == 0)
            #expect(result.output.contains("\(name) "))
            #expect(result.complaint.isEmpty)
            #expect(access(option, F_OK) != 0, "a file of that name")
        }
    }

    @Test(arguments: ["heliograph-consumer@.service", "prometheus/heliograph-metrics.service"])
    func `a consumer's service runs as nobody who may write the catalogue`(_ name: String) throws {
        let unit = try String(
            contentsOf: Consumer.directory.appendingPathComponent(name),
            encoding: .utf8
        )
        let lines = unit.split(separator: "\n")
        #expect(
            lines.contains("DynamicUser=yes") && lines.contains("SupplementaryGroups=heliograph")
        )
        #expect(!lines.contains { $0.hasPrefix("User=") })
    }
}
