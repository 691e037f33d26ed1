import Foundation
import TestSupport
import Testing

/// A library in which things happen, at random, while an indexer follows it.
final class LivingLibrary {
    let program: Program
    private let daemon: Process
    private var random: SplitMix
    private var number = 0
    private var files: [String] = []

    init(seed: UInt64) throws {
        random = SplitMix(state: seed)
        program = try Program()
        daemon = program.process(["watch", program.photos.path])
        daemon.standardOutput = FileHandle.nullDevice
        daemon.standardError = FileHandle.nullDevice
        try daemon.run()
        try program.wait { try program.run("status").code == 0 }
    }

    deinit {
        kill(daemon.processIdentifier, SIGKILL)
        daemon.waitPatiently()
    }

    /// Does so many things to files and to what the catalogue says of them.
    func live(_ operations: Int) throws {
        for _ in 0..<operations { try step() }
    }

    private func step() throws {
        let file = files.indices.randomElement(using: &random)
        switch (Int.random(in: 0..<10, using: &random), file) {
        case (0...4, _), (_, nil): try create()
        case (5, let index?): try write(files[index])
        case (6, let index?):
            let name = newName()
            try program.write([], to: "\(name).x")
            try program.remove("\(name).x")
            try program.move(files[index], to: name)
            files[index] = name
        case (7, let index?): try program.remove(files.remove(at: index))
        case (_, let index?):
            // It may not be in the catalogue yet.
            let path = program.photos.appendingPathComponent(files[index]).path
            try program.run("edit", Bool.random(using: &random) ? "--favorite" : "--hidden", path)
        }
    }

    private func newName() -> String {
        number += 1
        let kind = ["IMG_", "Screenshot ", "it's \"no\" \\ \u{E9}\t"].randomElement(using: &random)
        return "\(Int.random(in: 0..<4, using: &random))/\(kind ?? "")\(number).jpg"
    }

    private func create() throws {
        let name = newName()
        try write(name)
        files.append(name)
    }

    private func write(_ name: String) throws {
        try program.picture(name, Int.random(in: 0..<1_000_000_000, using: &random))
    }

    /// Returns once the catalogue has everything there is.
    func settle() throws {
        try create()
        let last = try #require(files.last)
        try program.wait { try self.contents().values.contains { $0.contains(Self.quoted(last)) } }
        try program.wait { try program.run("audit").code == 0 }
    }

    private static func quoted(_ text: String) -> String {
        let data = try? JSONEncoder().encode(text)
        return data.map { String(decoding: $0, as: UTF8.self).replacing("\\/", with: "/") } ?? text
    }

    /// The assets and albums by their identifiers, in a form that can be compared.
    func contents() throws -> [String: String] {
        let assets = try program.run("assets", "--include-hidden", "--all-burst-assets")
        return Self.comparable(assets.lines + (try program.run("albums").lines))
    }

    static func comparable(_ objects: [[String: Any]]) -> [String: String] {
        var found: [String: String] = [:]
        for object in objects {
            guard let id = object["id"] as? String,
                let data = try? JSONSerialization.data(
                    withJSONObject: object,
                    options: [.sortedKeys, .withoutEscapingSlashes]
                )
            else { continue }
            found[id] = String(decoding: data, as: UTF8.self)
        }
        return found
    }

    /// The identifier, as `status` shows it.
    func identifier() throws -> String {
        try #require(program.run("status").lines.first?["library"] as? String)
    }
}
