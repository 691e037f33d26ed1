import Kernel
import Catalogue
import ChangeFeed
import Foundation
import PhotoModel
import TestSupport
import Testing

/// A catalogue in a directory of its own, gone at the end of the test.
final class TestCatalogue {
    let path: String
    let writer: CatalogueWriter

    init(on system: CatalogueSystem = CatalogueSystem()) throws {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("catalogue-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        path = directory.appendingPathComponent("c.sqlite").path
        writer = try CatalogueWriter(path: path, on: system)
        try writer.write { _ = try writer.addRoot(Array("/photos".utf8)) }
        try writer.commit()
    }

    deinit {
        try? FileManager.default.removeItem(
            at: URL(fileURLWithPath: path).deletingLastPathComponent()
        )
    }

    var root: Int64 { writer.roots.values.first?.directory ?? 0 }

    static func record(_ name: String, in directory: Int64, inode: Int64) -> AssetRecord {
        var record = AssetRecord()
        record.directory = directory
        record.mediaType = .image
        record.uti = "public.jpeg"
        record.file.name = Array(name.utf8)
        record.file.directory = directory
        record.file.identity = FileIdentity(
            volume: 1,
            inode: inode,
            size: 10,
            modified: inode,
            born: 0
        )
        record.file.fingerprint = inode
        return record
    }

    /// A record of a kind that its name tells, with a mark some kinds bear.
    static func record(
        _ name: String,
        in directory: Int64,
        inode: Int64,
        mark: Int
    ) -> AssetRecord {
        var record = record(name, in: directory, inode: inode)
        let identifier = mark == 0 ? nil : "live \(mark)"
        switch name.split(separator: ".").last {
        case "heic":
            (record.uti, record.contentIdentifier) = ("public.heic", identifier)
            if mark > 0 { record.extendedMetadata = ExtendedMetadata(keywords: ["still \(mark)"]) }
        case "mov":
            record.mediaType = .video
            (record.uti, record.contentIdentifier, record.duration) =
                ("com.apple.quicktime-movie", identifier, 2)
        case "nef": (record.uti, record.traits) = ("com.nikon.raw-image", .raw)
        case "xmp":
            (record.mediaType, record.latitude, record.longitude) = (.unknown, Double(mark), 1)
            if mark == 1 { record.traits = .marksFavorite }
            record.extendedMetadata = ExtendedMetadata(caption: "of \(mark)", rating: mark % 6)
        case "aae", "json": record.mediaType = .unknown
        default: break
        }
        return record
    }
}

struct ChangeTokenTests {
    @Test
    func `a token reads back from its text, and not from a part of it`() throws {
        let tokens = [
            ChangeToken(library: 1, epoch: 2, sequence: 3),
            ChangeToken(library: .max, epoch: .max, sequence: .max),
            ChangeToken(
                library: 7,
                epoch: 8,
                sequence: 20,
                replay: ChangeToken.Replay(base: 10, end: 30)
            ),
        ]
        for token in tokens {
            let text = token.description
            #expect(try ChangeToken(text) == token)
            for count in 0..<text.count {
                #expect(throws: ChangeToken.Expiry.malformed) {
                    try ChangeToken(String(text.prefix(count)))
                }
            }
        }
    }

    @Test
    func `a position lost and given again is another position`() throws {
        let catalogue = try TestCatalogue()
        let early = try catalogue.writer.token()
        let copy = catalogue.path + ".backup"
        try catalogue.writer.checkpoint()
        try FileManager.default.copyItem(atPath: catalogue.path, toPath: copy)
        try catalogue.writer.write {
            try catalogue.writer.insert(TestCatalogue.record("a.jpg", in: catalogue.root, inode: 1))
        }
        try catalogue.writer.commit()
        let lost = try catalogue.writer.token()
        let restored = try CatalogueWriter(path: copy)
        try restored.write {
            try restored.insert(TestCatalogue.record("b.jpg", in: catalogue.root, inode: 2))
        }
        try restored.commit()
        #expect(try restored.token().sequence == lost.sequence)
        let reader = try CatalogueReader(path: copy)
        try reader.snapshot {
            #expect(throws: ChangeToken.Expiry.future) { try reader.window(since: lost) }
            let window = try reader.window(since: early)
            #expect(window.position == early.sequence)
        }
    }

    @Test
    func `a token of another library or from before pruned history expires`() throws {
        let (first, second) = (try TestCatalogue(), try TestCatalogue())
        let reader = try CatalogueReader(path: first.path)
        try reader.snapshot {
            #expect(throws: ChangeToken.Expiry.otherLibrary) {
                try reader.window(since: second.writer.token())
            }
        }
        let old = try first.writer.token()
        try first.writer.write {
            try first.writer.insert(TestCatalogue.record("a.jpg", in: first.root, inode: 1))
        }
        try first.writer.commit()
        try first.writer.write {
            try first.writer.prune(before: SystemClock.shared.date + 1_000_000)
        }
        try first.writer.commit()
        try reader.snapshot {
            #expect(throws: ChangeToken.Expiry.pruned) { try reader.window(since: old) }
        }
    }
}

struct CatalogueFileTests {
    @Test
    func `what is no catalogue, or of a later version, is refused with the way out`() throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("not-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(repeating: 7, count: 8_192).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: CatalogueError.self) { try CatalogueWriter(path: path) }
        #expect(error?.code == .damaged)
        #expect(error?.message.contains("mv \(path) ") == true)
    }

    @Test
    func `a second writer is told who holds the catalogue`() throws {
        let catalogue = try TestCatalogue()
        let error = #expect(throws: CatalogueError.self) {
            try CatalogueWriter(path: catalogue.path)
        }
        #expect(error?.code == .locked)
        #expect(error?.message.contains("process \(getpid())") == true)
    }
}
