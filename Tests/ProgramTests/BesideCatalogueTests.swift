import Foundation
import Glibc
import Testing

/// What is no file in the place of a catalogue, or beside it.
struct BesideCatalogueTests {
    enum Thing: String, CaseIterable {
        case pipe, directory, socket, device

        /// False when this user cannot make it.
        func make(_ path: String) -> Bool {
            switch self {
            case .pipe: return mkfifo(path, 0o600) == 0
            case .directory: return mkdir(path, 0o700) == 0
            case .socket: return mknod(path, S_IFSOCK | 0o600, 0) == 0
            case .device: return mknod(path, S_IFCHR | 0o600, 0x105) == 0
            }
        }
    }

    @Test(arguments: Thing.allCases)
    func `what is no file is refused at once as a catalogue`(thing: Thing) throws {
        let program = try Program()
        try program.picture("1.jpg", 1)
        mkdir(program.work.path + "/state", 0o755)
        if !thing.make(program.catalogue) { try Test.cancel("this user cannot make a \(thing)") }
        let words = thing == .directory ? "is a directory" : "is no file"
        for arguments in [
            ["index", program.photos.path], ["watch", "--once", program.photos.path],
            ["roots", "remove", program.photos.path],
        ] {
            let outcome = try program.run(arguments)
            #expect(outcome.code == 73 && outcome.complaint.contains(words), "\(arguments)")
        }
        for arguments in [["assets"], ["status"], ["trash", "x"], ["edit", "x", "--favorite"]] {
            let outcome = try program.run(arguments)
            #expect(outcome.code == 66 && outcome.complaint.contains(words), "\(arguments)")
        }
        let beside = try FileManager.default.contentsOfDirectory(
            atPath: program.work.path + "/state"
        )
        #expect(beside == ["catalogue.sqlite"])
    }

    @Test(arguments: ["-wal", "-shm", "-lock", "-turns"], [true, false])
    func `what is no file beside a catalogue hangs nobody, and no link is followed`(
        name: String,
        isLink: Bool
    ) throws {
        let program = try Program()
        try program.picture("1.jpg", 1)
        #expect(try program.run("index", program.photos.path).code == 0)
        let (path, target) = (program.catalogue + name, program.work.path + "/target")
        try Data("a secret".utf8).write(to: URL(fileURLWithPath: target))
        unlink(path)
        if isLink { symlink(target, path) } else { mkfifo(path, 0o600) }
        let code = try program.run("index").code
        // Turns may be gone without.
        #expect(name == "-turns" ? code == 0 : code == 73)
        _ = try program.run("assets")
        _ = try program.run("edit", program.photos.path + "/1.jpg", "--favorite")
        #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == Data("a secret".utf8))
    }
}
