import Catalogue
import ChangeFeed
import Foundation
import Testing

/// A catalogue that an earlier version of the program made, with what that version said of it; unpacked into
/// a directory of its own, gone at the end of the test.
final class StoredCatalogue {
    typealias Line = [String: Any]

    /// The versions so far.
    static let versions = Schema.migrations.map(\.name)

    let path: String
    private let version: String

    /// Where `make-catalogue` leaves them.
    private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Fixtures")

    init(_ version: String) throws {
        self.version = version
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("catalogue-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let file = directory.appendingPathComponent("c.sqlite")
        path = file.path
        let stored = Self.fixtures.appendingPathComponent("v\(version).sqlite.gz")
        try #require(
            FileManager.default.fileExists(atPath: stored.path),
            "no catalogue of version \(version) is stored; make one with Fixtures/make-catalogue"
        )
        try Data().write(to: file)
        let gzip = Process()
        gzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        gzip.arguments = ["gzip", "-dc", stored.path]
        gzip.standardOutput = try FileHandle(forWritingTo: file)
        try gzip.run()
        gzip.waitUntilExit()
        try #require(gzip.terminationStatus == 0)
    }

    deinit {
        try? FileManager.default.removeItem(
            at: URL(fileURLWithPath: path).deletingLastPathComponent()
        )
    }

    /// One after the migrations.
    static func migrated(_ version: String) throws -> StoredCatalogue {
        let stored = try StoredCatalogue(version)
        _ = try CatalogueWriter(path: stored.path, as: .editor)
        return stored
    }

    /// What the version said: `assets`, `albums` or `changes`.
    func told(_ command: String) throws -> [Line] {
        try Self.lines(
            Data(contentsOf: Self.fixtures.appendingPathComponent("v\(version).\(command).jsonl"))
        )
    }

    /// What this version says.
    func assets() throws -> [Line] {
        let reader = try CatalogueReader(path: path)
        return try said { output in
            var lines = FeedLines(reader)
            try reader.snapshot {
                try reader.forEachAsset(AssetQuery()) { try lines.assetLine($0) }
            }
            _ = lines.flush(to: output)
        }
    }

    func albums() throws -> [Line] {
        let reader = try CatalogueReader(path: path)
        return try said { output in
            var lines = FeedLines(reader)
            for record in try reader.snapshot({ try reader.collections() }) {
                lines.collectionLine(record)
            }
            _ = lines.flush(to: output)
        }
    }

    func changes(since token: String) throws -> [Line] {
        var options = FeedFollower.Options()
        (options.since, options.endsWithMore) = (token, true)
        return try said { [options] output in
            let follower = try FeedFollower(
                catalogue: path,
                output: output,
                stop: -1,
                options: options
            )
            _ = try follower.run()
        }
    }

    private func said(_ body: (FeedOutput) throws -> Void) throws -> [Line] {
        let url = URL(fileURLWithPath: path + ".jsonl")
        try Data().write(to: url)
        let file = try FileHandle(forWritingTo: url)
        try body(FeedOutput(descriptor: file.fileDescriptor))
        try file.close()
        return try Self.lines(Data(contentsOf: url))
    }

    private static func lines(_ data: Data) throws -> [Line] {
        try data.split(separator: 0x0A).map {
            try #require(try JSONSerialization.jsonObject(with: $0) as? Line)
        }
    }
}
