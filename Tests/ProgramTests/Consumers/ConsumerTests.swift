import Foundation
import TestSupport
import Testing

/// The consumers of `contrib`, each beside the real thing, killed and started again.
struct ConsumerTests {
    private let library: LivingLibrary

    init() throws {
        let seed = Effort.seed
        library = try LivingLibrary(seed: seed)
    }

    private func path(_ name: String) -> String {
        library.program.work.appendingPathComponent(name).path
    }

    private static func object(_ text: some StringProtocol) -> [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]) ?? [:]
    }

    @Test(.enabled(if: LocalServer.has("jq"), "needs servers"))
    func `every screenshot is copied once, with its bytes`() throws {
        let copies = path("copies")
        let consumer = Consumer(
            library,
            ["follow", "--limit", "7", "--keep", path("token"), "--", "screenshots", copies]
        )
        try consumer.liveThrough(kills: Effort.count(1, of: 3))
        let shots = try library.program.run(
            "assets",
            "--include-hidden",
            "--where",
            "mediaSubtypes CONTAINS photoScreenshot"
        ).lines
        #expect(!shots.isEmpty)
        for shot in shots {
            let id = (shot["id"] as? String ?? "").prefix(36)
            let original = library.program.photos.appendingPathComponent(
                shot["path"] as? String ?? ""
            )
            try library.program.wait {
                // The folder comes with the first of them.
                let all = try? FileManager.default.contentsOfDirectory(atPath: copies)
                let names = all?.filter { $0.contains(" \(id).") } ?? []
                guard let name = names.first else { return false }
                #expect(names.count == 1)
                let copy = try Data(contentsOf: URL(fileURLWithPath: "\(copies)/\(name)"))
                return try copy == Data(contentsOf: original)
            }
        }
        #expect(consumer.isRunning)
    }

    @Test
    func `the mirror's file equals the library, also after its token expired`() throws {
        let file = URL(fileURLWithPath: path("mirror.json"))
        let consumer = Consumer(library, ["mirror", file.path])
        func state() throws -> [String: Any] {
            let data = try Data(contentsOf: file)
            return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
        }
        func contents() throws -> [String: String] {
            let objects = try ["assets", "albums"].flatMap { key in
                (try state()[key] as? [String: [String: Any]] ?? [:]).values.map { $0 }
            }
            return LivingLibrary.comparable(objects)
        }
        try consumer.liveThrough(kills: Effort.count(1, of: 3))
        try consumer.wait(for: contents)
        consumer.stop()
        var old = try state()
        old["token"] = "h1-of-another-time"
        try JSONSerialization.data(withJSONObject: old).write(to: file)
        try library.live(30)
        try library.settle()
        try consumer.start()
        try consumer.wait(for: contents)
        #expect(try (state()["stale"] as? [String])?.isEmpty == true)
    }

    @Test(.enabled(if: LocalServer.has("mosquitto") && LocalServer.has("jq"), "needs servers"))
    func `what is published over MQTT makes a subscriber's copy equal`() throws {
        let server = try LocalServer.mosquitto()
        let received = URL(fileURLWithPath: path("received"))
        try Data().write(to: received)
        let subscriber = Process()
        subscriber.executableURL = URL(fileURLWithPath: "/usr/bin/mosquitto_sub")
        subscriber.arguments = ["-p", "\(server.port)", "-q", "1", "-t", "heliograph/+/changes"]
        subscriber.standardOutput = try FileHandle(forWritingTo: received)
        try subscriber.run()
        defer { kill(subscriber.processIdentifier, SIGKILL) }
        // It is listening once it has heard something.
        let topic = "heliograph/probe/changes"
        try library.program.wait {
            try LocalServer.run(["mosquitto_pub", "-p", "\(server.port)", "-t", topic, "-m", "{}"])
            return try !Data(contentsOf: received).isEmpty
        }
        let consumer = Consumer(
            library,
            [
                "follow", "--limit", "50", "--keep", path("token"), "--", "mqtt", "--port",
                "\(server.port)",
            ]
        )
        try consumer.liveThrough(kills: Effort.count(1, of: 3))
        try consumer.wait {
            Self.applied(try String(contentsOf: received, encoding: .utf8).split(separator: "\n"))
        }
        // It is published after the changes.
        let status = "heliograph/\(try library.identifier())/status"
        try library.program.wait {
            let said = try LocalServer.run([
                "mosquitto_sub", "-p", "\(server.port)", "-C", "1", "-W",
                "\(Int(Patience.seconds))", "-t", status,
            ])
            return Self.object(said.output)["online"] as? Bool == true
        }
    }

    /// What lines of the feed make of an empty set.
    private static func applied(_ lines: [Substring]) -> [String: String] {
        var objects: [String: [String: Any]] = [:]
        for line in lines.map({ object($0) }) {
            guard let kind = line["type"] as? String, let thing = line[kind] as? [String: Any],
                let id = thing["id"] as? String
            else { continue }
            objects[id] = line["change"] as? String == "removed" ? nil : thing
        }
        return LivingLibrary.comparable(Array(objects.values))
    }

    @Test(.enabled(if: LocalServer.has("redis-server") && LocalServer.has("jq"), "needs servers"))
    func `hashes and stream in Redis equal the library, the hashes also after a token expired`()
        throws
    {
        let server = try LocalServer.redis()
        let consumer = Consumer(
            library,
            ["follow", "--limit", "50", "--ask", "redis token", "--", "redis", "apply"],
            ["REDIS_URL": "redis://127.0.0.1:\(server.port)"]
        )
        let key = "heliograph:\(try library.identifier())"
        func ask(_ command: String...) throws -> [Substring] {
            try LocalServer.run(["redis-cli", "-p", "\(server.port)"] + command).output
                .split(separator: "\n")
        }
        func hashes() throws -> [String: String] {
            let values = try ask("HVALS", "\(key):assets") + ask("HVALS", "\(key):albums")
            return LivingLibrary.comparable(values.map(Self.object))
        }
        try consumer.liveThrough(kills: Effort.count(1, of: 3))
        try consumer.wait(for: hashes)
        try consumer.wait { Self.applied(try ask("XRANGE", "\(key):changes", "-", "+")) }
        consumer.stop()
        _ = try ask("SET", "\(key):token", "h1-of-another-time")
        try library.live(30)
        try library.settle()
        try consumer.start()
        try consumer.wait(for: hashes)
    }

    @Test(
        .enabled(if: LocalServer.postgresPrograms != nil && LocalServer.has("jq"), "needs servers")
    )
    func `two libraries in one database of PostgreSQL stay apart and complete`() throws {
        let server = try LocalServer.postgres()
        let environment = ["PGHOST": "127.0.0.1", "PGPORT": "\(server.port)", "PGUSER": "postgres"]
        let command = [
            "follow", "--limit", "50", "--ask", "postgresql token", "--", "postgresql", "apply",
        ]
        let other = try LivingLibrary(seed: 7)
        let consumers = [library, other].map { Consumer($0, command, environment) }
        // A second follower of one library does no harm.
        let twin = Consumer(library, command, environment)
        #expect(try consumers[0].run("postgresql", "install").code == 0)
        func query(_ sql: String) throws -> String {
            try LocalServer.run([
                "psql", "-XqtA", "-h", "127.0.0.1", "-p", "\(server.port)", "-U", "postgres", "-c",
                sql,
            ]).output
        }
        func rows(_ library: LivingLibrary) throws -> [String: String] {
            let id = try library.identifier()
            let sql = ["asset", "album"].map {
                "SELECT data FROM heliograph.\($0) WHERE library = '\(id)'"
            }.joined(separator: " UNION ALL ")
            return LivingLibrary.comparable(try query(sql).split(separator: "\n").map(Self.object))
        }
        try consumers[1].start()
        try twin.start()
        try other.live(40)
        try consumers[0].liveThrough(kills: Effort.count(1, of: 3))
        try other.settle()
        try consumers[0].wait { try rows(library) }
        try consumers[1].wait { try rows(other) }
        twin.stop()
        consumers[0].stop()
        let id = try library.identifier()
        _ = try query(
            "UPDATE heliograph.library SET token = 'h1-of-another-time' WHERE id = '\(id)'"
        )
        try library.live(30)
        try library.settle()
        try consumers[0].start()
        try consumers[0].wait { try rows(library) }
        try consumers[1].wait { try rows(other) }
        // What is right already may still be waiting to be told again.
        let stale = "SELECT count(*) FROM heliograph.asset WHERE stale"
        try library.program.wait { try query(stale) == "0\n" }
    }
}
