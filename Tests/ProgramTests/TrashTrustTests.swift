import Foundation
import Glibc
import Testing

/// Trashes that others made beforehand, and what they put into one.
@Suite(.enabled(if: Mount.isPossible, "needs to mount"))
struct TrashTrustTests {
    /// A library of one photo on a disk of its own.
    private final class Scene {
        let program: Program
        private let disk: Mount
        let photo: String

        init() throws {
            program = try Program()
            disk = try Mount(program.photos, options: "size=16m,mode=1777")
            try program.picture("a/x.jpg", 1)
            photo = program.photos.path + "/a/x.jpg"
            #expect(try program.run("index", program.photos.path).code == 0)
        }

        func path(_ name: String) -> String { program.photos.appendingPathComponent(name).path }

        func mode(_ name: String) -> mode_t? {
            var found = stat()
            return lstat(path(name), &found) == 0 ? found.st_mode & 0o7777 : nil
        }

        func isThere(_ name: String) -> Bool { mode(name) != nil }
    }

    static let stranger: uid_t = 4_001

    struct Trap: CustomTestStringConvertible {
        let testDescription: String
        /// Where the photo comes to lie; nil when there is no trash for it.
        let trash: String?
        /// Of the refusal.
        var reason = ""
        /// Makes what is there beforehand at the top of the disk.
        let set: @Sendable (String) -> Void

        static func foreign(_ path: String) {
            mkdir(path, 0o777)
            chmod(path, 0o777)
            chown(path, stranger, stranger)
        }

        static func own(_ path: String, _ mode: mode_t) {
            mkdir(path, mode)
            chmod(path, mode)
        }
    }

    static let traps: [Trap] = [
        Trap(testDescription: "none", trash: ".Trash-0") { _ in },
        Trap(testDescription: "of another user", trash: nil, reason: "another user (number 4001)") {
            Trap.foreign($0 + "/.Trash-0")
        },
        Trap(testDescription: "a link", trash: nil, reason: ".Trash-0 cannot be used") {
            Trap.foreign($0 + "/theirs")
            symlink($0 + "/theirs", $0 + "/.Trash-0")
        },
        Trap(testDescription: "own, open to all", trash: ".Trash-0") {
            Trap.own($0 + "/.Trash-0", 0o777)
            Trap.own($0 + "/.Trash-0/files", 0o777)
            Trap.own($0 + "/.Trash-0/info", 0o777)
        },
        Trap(testDescription: "own, with files of another", trash: nil, reason: "/files belongs") {
            Trap.own($0 + "/.Trash-0", 0o777)
            Trap.foreign($0 + "/.Trash-0/files")
        },
        Trap(testDescription: "own, with a link for notes", trash: nil, reason: "/info cannot") {
            Trap.own($0 + "/.Trash-0", 0o700)
            Trap.foreign($0 + "/theirs")
            symlink($0 + "/theirs", $0 + "/.Trash-0/info")
        },
        Trap(testDescription: "shared", trash: ".Trash/0") {
            Trap.own($0 + "/.Trash", 0o1777)
        },
        Trap(testDescription: "shared, not sticky", trash: ".Trash-0") {
            Trap.own($0 + "/.Trash", 0o777)
        },
        Trap(testDescription: "shared, a link", trash: ".Trash-0") {
            Trap.own($0 + "/theirs", 0o1777)
            symlink($0 + "/theirs", $0 + "/.Trash")
        },
        Trap(testDescription: "shared, taken by another", trash: ".Trash-0") {
            Trap.own($0 + "/.Trash", 0o1777)
            Trap.foreign($0 + "/.Trash/0")
        },
    ]

    @Test(arguments: traps)
    func `a trash is used when nobody else can get at what is in it`(trap: Trap) throws {
        let scene = try Scene()
        trap.set(scene.program.photos.path)
        let outcome = try scene.program.run("trash", scene.photo)
        guard let trash = trap.trash else {
            #expect(outcome.code != 0 && outcome.complaint.contains(trap.reason))
            #expect(FileManager.default.fileExists(atPath: scene.photo))
            #expect(try scene.program.run("assets").lines.count == 1)
            return
        }
        #expect(outcome.code == 0, "\(outcome.complaint)")
        #expect(scene.isThere("\(trash)/files/x.jpg"))
        #expect(["", "/files", "/info"].allSatisfy { scene.mode(trash + $0) == 0o700 })
        #expect(!scene.isThere("theirs/files"))
        #expect(try scene.program.run("restore", scene.photo).code == 0)
        #expect(FileManager.default.fileExists(atPath: scene.photo))
    }

    @Test
    func `names of any length go to the trash, and come back as they were`() throws {
        let scene = try Scene()
        // 255 bytes each; one would be cut within a character.
        let names = ["n", "ä"].flatMap { letter in
            let stem = String(repeating: letter, count: 250 / letter.utf8.count)
            return ["a/\(stem)x.jpg", "b/\(stem)x.jpg"]
        }
        for (number, name) in names.enumerated() { try scene.program.picture(name, 2 + number) }
        #expect(try scene.program.run("index").code == 0)
        let before = try scene.program.assets().mapValues { $0["id"] as? String }
        let trashed = try scene.program.run(["trash"] + names.map(scene.path))
        #expect(trashed.code == 0, "\(trashed.complaint)")
        #expect(!names.contains(where: scene.isThere))
        let files = try FileManager.default.contentsOfDirectory(
            atPath: scene.path(".Trash-0/files")
        )
        #expect(files.count == 4 && files.allSatisfy { $0.hasSuffix(".jpg") })
        let restored = try scene.program.run(["restore"] + names.map(scene.path))
        #expect(restored.code == 0, "\(restored.complaint)")
        #expect(names.allSatisfy(scene.isThere))
        #expect(try scene.program.assets().mapValues { $0["id"] as? String } == before)
    }

    @Test
    func `a name that is too long to be numbered is cut where its place is taken`() throws {
        let scene = try Scene()
        let name = "\(String(repeating: "n", count: 251)).jpg"
        try scene.program.picture(name, 2)
        #expect(try scene.program.run("index").code == 0)
        let id = try scene.program.assets()[name]?["id"] as? String
        #expect(try scene.program.run("trash", scene.path(name)).code == 0)
        try scene.program.picture(name, 3)
        #expect(try scene.program.run("index").code == 0)
        let restored = try scene.program.run("restore", try #require(id))
        #expect(restored.code == 0, "\(restored.complaint)")
        let other = "\(String(repeating: "n", count: 249)) 2.jpg"
        #expect(try scene.program.assets()[other]?["id"] as? String == id)
    }

    struct Exchange: CustomTestStringConvertible {
        let testDescription: String
        var reason = "is no longer in the trash: another file or a link has taken its name"
        let make: @Sendable (String) throws -> Void
    }

    static let exchanges: [Exchange] = [
        Exchange(testDescription: "another file") {
            unlink($0)
            try Data(Program.jpeg(2)).write(to: URL(fileURLWithPath: $0))
        },
        Exchange(testDescription: "a copy of it") {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: $0))
            rename($0, $0 + ".old")
            try bytes.write(to: URL(fileURLWithPath: $0))
        },
        Exchange(testDescription: "more in it", reason: "was written to since it was deleted") {
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: $0))
            try file.seekToEnd()
            try file.write(contentsOf: Data("more".utf8))
        },
        Exchange(testDescription: "a link to another's file") {
            unlink($0)
            symlink("/etc/hostname", $0)
        },
        Exchange(testDescription: "a link to the file itself") {
            rename($0, $0 + ".old")
            symlink($0 + ".old", $0)
        },
        Exchange(testDescription: "a directory") {
            unlink($0)
            mkdir($0, 0o700)
        },
        Exchange(testDescription: "a pipe") {
            unlink($0)
            mkfifo($0, 0o600)
        },
    ]

    @Test(arguments: exchanges)
    func `what comes back is what was deleted, or nothing`(exchange: Exchange) throws {
        let scene = try Scene()
        #expect(try scene.program.run("trash", scene.photo).code == 0)
        try exchange.make(scene.path(".Trash-0/files/x.jpg"))
        let outcome = try scene.program.run("restore", scene.photo)
        #expect(outcome.code == 1)
        #expect(outcome.complaint.contains(exchange.reason))
        #expect(scene.isThere(".Trash-0/files/x.jpg") && !scene.isThere("a/x.jpg"))
        #expect(try scene.program.run("assets").lines.isEmpty)
    }

    @Test
    func `what was written to before it was deleted comes back as it was deleted`() throws {
        let scene = try Scene()
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: scene.photo))
        try file.seekToEnd()
        try file.write(contentsOf: Data("more".utf8))
        try file.close()
        #expect(try scene.program.run("trash", scene.photo).code == 0)
        #expect(try scene.program.run("restore", scene.photo).code == 0)
        #expect(scene.isThere("a/x.jpg"))
    }

    @Test
    func `nothing is taken out of a trash that has become another user's`() throws {
        let scene = try Scene()
        #expect(try scene.program.run("trash", scene.photo).code == 0)
        chown(scene.path(".Trash-0"), Self.stranger, Self.stranger)
        let outcome = try scene.program.run("restore", scene.photo)
        #expect(
            outcome.code == 77 && outcome.complaint.contains("cannot be taken out of the trash")
        )
        #expect(scene.isThere(".Trash-0/files/x.jpg") && !scene.isThere("a/x.jpg"))
        // It is not forgotten either.
        #expect(try scene.program.run("index").code == 0)
        chown(scene.path(".Trash-0"), 0, 0)
        #expect(try scene.program.run("restore", scene.photo).code == 0)
    }
}
