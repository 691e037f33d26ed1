import Catalogue
import Foundation
import Kernel
import PhotoModel
import Testing

@testable import Indexing

/// Which copy a photo goes on as when its own file is gone.
struct SuccessionTests {
    private static let minute: Int64 = 60 * 1_000_000

    private let library: UnwatchedLibrary
    private let directory: Int64

    init() throws {
        library = try UnwatchedLibrary()
        directory = try library.addDirectory(
            "a",
            in: library.directory(of: try library.addRoot("r"))
        )
    }

    private var writer: CatalogueWriter { library.writer }

    /// Adds a photo that was made now, and is alike to all others; it was found so many minutes after that, and
    /// `uuid` is the identifier that a program gave it.
    private func add(
        _ name: String,
        found minutes: Int64,
        by uuid: ObjectUUID? = nil,
        _ change: (inout AssetRecord) -> Void = { _ in }
    ) throws -> AssetRecord {
        let opened = try OpenDirectory(path: writer.absolutePath(directory) ?? [], library.files)
        if (try? opened.stat(FileName(Array(name.utf8)))) == nil { try library.save("r/a/\(name)") }
        let stat = try opened.stat(FileName(Array(name.utf8)))
        return try writer.write {
            var record = AssetRecord()
            (record.directory, record.mediaType, record.uti) = (directory, .image, "public.jpeg")
            (record.file.directory, record.file.name) = (directory, Array(name.utf8))
            record.file.identity = FileIdentity(
                volume: writer.directories[directory]?.volume ?? 0,
                inode: Int64(bitPattern: stat.inode),
                size: 1_000,
                modified: 1_500_000_000_000_000_000,
                born: stat.born
            )
            (record.file.fingerprint, record.file.changed) = (77, stat.changed)
            record.addedDate = stat.born / 1_000 + minutes * Self.minute
            change(&record)
            let file = record.file
            try writer.insert(record, uuid: uuid)
            let id = try writer.file(file.directory, file.name)?.id ?? 0
            return try #require(try writer.asset(id))
        }
    }

    /// The name of the copy that a photo goes on as, so many minutes after the copies were made.
    private func successor(of lost: AssetRecord, after minutes: Int64 = 10) throws -> String? {
        try writer.write {
            var removalGuard = RemovalGuard(
                writer,
                library.tree,
                filter: library.context.filter,
                files: library.files,
                accepted: library.context.acceptedRoots,
                isWalking: false
            )
            let record = try #require(try writer.asset(lost.id))
            let now = record.file.identity.born / 1_000 + minutes * Self.minute
            let succession = Succession(writer: writer, now: now)
            switch try succession.outcome(of: record, &removalGuard) {
            case .continues(let copy): return String(decoding: copy.file.name, as: UTF8.self)
            case .waits(let copy):
                return "waits for " + String(decoding: copy.file.name, as: UTF8.self)
            case .ends: return nil
            }
        }
    }

    /// An original that was known before the copies were made.
    private func original() throws -> AssetRecord {
        let photo = try add("original.jpg", found: -30)
        try library.remove("r/a/original.jpg")
        return photo
    }

    @Test func `a photo goes on as its copy on the same disk within the hour`() throws {
        let lost = try original()
        _ = try add("copy.jpg", found: 1)
        #expect(try successor(of: lost, after: 60) == "copy.jpg")
        #expect(try successor(of: lost, after: 62) == nil)
    }

    @Test func `of several copies it is one of its name that is there`() throws {
        let lost = try original()
        _ = try add("copy 1.jpg", found: 1)
        _ = try add("copy 2.jpg", found: 1)
        try library.remove("r/a/copy 1.jpg")
        #expect(try successor(of: lost) == "copy 2.jpg")
        let elsewhere = try library.addDirectory("b", in: directory)
        try library.save("r/a/b/original.jpg")
        _ = try add("b/original.jpg", found: 1) {
            ($0.directory, $0.file.directory) = (elsewhere, elsewhere)
            $0.file.name = lost.file.name
        }
        #expect(try successor(of: lost) == "original.jpg")
    }

    struct Other: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout AssetRecord) -> Void
    }

    static let others = [
        Other(testDescription: "another time") { $0.file.identity.modified += 3_000_000_000 },
        Other(testDescription: "another content") { $0.file.fingerprint = 78 },
        Other(testDescription: "another size") { $0.file.identity.size = 999 },
        Other(testDescription: "its file came after it") { $0.addedDate -= 2 * minute },
        Other(testDescription: "it was known before") { $0.addedDate -= 40 * minute },
    ]

    @Test(arguments: others)
    func `a file that is not a copy made meanwhile stays who it is`(_ other: Other) throws {
        let lost = try original()
        _ = try add("other.jpg", found: 1, other.change)
        #expect(try successor(of: lost) == nil)
    }

    @Test func `while its only copy is gone too it waits`() throws {
        let lost = try original()
        _ = try add("copy.jpg", found: 1)
        try library.remove("r/a/copy.jpg")
        #expect(try successor(of: lost) == "waits for copy.jpg")
    }

    @Test func `of two alike that were found together neither goes on as the other`() throws {
        let one = try add("1.jpg", found: 1)
        let other = try add("2.jpg", found: 2)
        try library.remove("r/a/1.jpg")
        #expect(try successor(of: one) == nil)
        #expect(try successor(of: other) == nil)
    }

    @Test func `another name of the same file is not a copy of it`() throws {
        let lost = try add("original.jpg", found: -30) { $0.file.identity.born = 0 }
        try library.link("r/a/original.jpg", "r/a/link.jpg")
        _ = try add("link.jpg", found: 1) { $0.file.identity.born = 0 }
        try library.remove("r/a/original.jpg")
        #expect(try successor(of: lost, after: lost.addedDate / Self.minute + 40) == nil)
    }

    @Test func `a copy that somebody edited, filed or added by a program is a photo of its own`()
        throws
    {
        let lost = try original()
        let copies = try ["edited", "filed"].map { try add("\($0).jpg", found: 1) }
        _ = try add("added.jpg", found: 1, by: .random())
        try writer.write {
            _ = try writer.edit(copies[0].id) { $0.isFavorite = true }
            let album = try writer.addUserCollection("Best", isFolder: false)
            try writer.setMembers(of: album, [copies[1].id])
        }
        #expect(try successor(of: lost) == nil)
        _ = try add("copy.jpg", found: 1)
        #expect(try successor(of: lost) == "copy.jpg")
    }

    @Test func `a copy that goes leaves the other copy to their original`() throws {
        let first = try add("original.jpg", found: -30)
        let copy = try add("copy 1.jpg", found: 1)
        _ = try add("copy 2.jpg", found: 1)
        for name in ["copy 1", "original"] { try library.remove("r/a/\(name).jpg") }
        #expect(try successor(of: copy) == nil)
        #expect(try successor(of: first) == "copy 2.jpg")
    }
}
