import Foundation
import TestSupport
import Testing

/// The events of a list, applied as a page applies them.
struct GalleryEventTests {
    /// A list as a page has it.
    private struct Page {
        var ids: [String]
        var version: String

        /// Applies the steps of an event, in the index spaces of `PHFetchResultChangeDetails`.
        mutating func apply(_ event: [String: Any], _ version: String) throws {
            let ids = { (key: String) in
                (event[key] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
            }
            for position in Self.positions(event["removed"]).reversed() {
                self.ids.remove(at: position)
            }
            for (position, id) in zip(Self.positions(event["inserted"]), ids("insertedItems")) {
                self.ids.insert(id, at: position)
            }
            for (position, id) in zip(Self.positions(event["changed"]), ids("changedItems")) {
                #expect(self.ids[position] == id)
            }
            let moves = (event["moves"] as? [[Int]] ?? []).map { (from: $0[0], to: $0[1]) }
            let moved = Set(moves.map(\.from))
            var rest = self.ids.indices.filter { !moved.contains($0) }.map { self.ids[$0] }
            for move in moves { rest.insert(self.ids[move.from], at: move.to) }
            self.ids = rest
            self.version = version
            #expect(self.ids.count == event["count"] as? Int)
        }

        private static func positions(_ runs: Any?) -> [Int] {
            (runs as? [[Int]] ?? []).flatMap { $0[0]..<$0[0] + $0[1] }
        }
    }

    /// What comes over the line of an event stream.
    private final class Events {
        private let line: FileHandle
        private var text = Data()

        init(_ gallery: GalleryProgram, after version: String) throws {
            line = try gallery.connect(
                """
                GET /api/events HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: \(version)\r\n\r\n
                """
            )
        }

        /// The next event, past the lengths that the pieces are sent with.
        func next() throws -> (kind: String, version: String, data: [String: Any]) {
            while true {
                if let start = text.range(of: Data("event: ".utf8)),
                    let end = text[start.lowerBound...].range(of: Data("\n\n".utf8))
                {
                    let lines = String(
                        decoding: text[start.lowerBound..<end.lowerBound],
                        as: UTF8.self
                    )
                    .split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1) }
                    text = Data(text[end.upperBound...])
                    // Of albums; it has no version.
                    if lines.count < 3 { continue }
                    let data = try JSONSerialization.jsonObject(with: Data(lines[2][1].utf8))
                    return (String(lines[0][1]), String(lines[1][1]), data as? [String: Any] ?? [:])
                }
                let piece = line.availableData
                try #require(!piece.isEmpty, "the line has ended")
                text += piece
            }
        }
    }

    private let program: Program
    private var generator: SplitMix
    private let seed = Effort.seed

    init() throws {
        program = try Program()
        generator = SplitMix(state: seed)
        for number in 0..<40 { try program.picture("d\(number % 4)/\(number).jpg", number) }
        #expect(try program.run("index", program.photos.path).code == 0)
    }

    private func list(_ gallery: GalleryProgram) throws -> Page {
        let answer = try gallery.request("/api/items?from=0&count=1000").object
        let items = answer["items"] as? [[String: Any]] ?? []
        return Page(
            ids: items.compactMap { $0["id"] as? String },
            version: try #require(answer["version"] as? String)
        )
    }

    /// Makes, moves, edits and removes some pictures.
    private mutating func change(_ round: Int) throws {
        for step in 0..<10 {
            let known = try FileManager.default.subpathsOfDirectory(atPath: program.photos.path)
                .filter { $0.hasSuffix(".jpg") }.sorted()
            let name = try #require(known.randomElement(using: &generator))
            let new = "d\(Int.random(in: 0..<4, using: &generator))/\(round)-\(step).jpg"
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: try program.remove(name)
            case 1: try program.move(name, to: new)
            case 2: try program.picture(name, 10_000 + round * 100 + step)
            case 3:
                let date = Date(timeIntervalSince1970: .random(in: 1e9..<1.5e9, using: &generator))
                try FileManager.default.setAttributes(
                    [.modificationDate: date],
                    ofItemAtPath: program.photos.appendingPathComponent(name).path
                )
            default: try program.picture(new, 1_000 + round * 100 + step)
            }
        }
    }

    @Test mutating func `a page that applies what it is sent has the list that there is`() throws {
        let gallery = try GalleryProgram(program)
        var page = try list(gallery)
        var events = try Events(gallery, after: page.version)
        for round in 0..<12 {
            try change(round)
            #expect(try program.run("index").code == 0)
            let known = Set(try program.assets().values.compactMap { $0["id"] as? String })
            // A page that lost the line goes on after what it had.
            if round % 3 == 2 { events = try Events(gallery, after: page.version) }
            var now = try list(gallery)
            try program.wait {
                now = try list(gallery)
                return Set(now.ids.map { $0.replacing(".", with: "/") }) == known
            }
            while page.version != now.version {
                let event = try events.next()
                try #require(event.kind == "change", "seed \(seed), round \(round)")
                try page.apply(event.data, event.version)
            }
            #expect(page.ids == now.ids, "seed \(seed), round \(round)")
        }
    }

    @Test func `a page of another run of the server is told to reload`() throws {
        let gallery = try GalleryProgram(program)
        for version in ["other-7", "nonsense", ""] {
            #expect(try Events(gallery, after: version).next().kind == "reload")
        }
        let page = try list(gallery)
        let later = page.version.replacing(/-\d+$/, with: "-99")
        #expect(try Events(gallery, after: later).next().kind == "reload")
    }
}
