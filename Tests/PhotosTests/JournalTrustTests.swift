import Catalogue
import Foundation
import Glibc
import LibraryFiles
import Synchronization
import Testing

/// What lies beside a catalogue under the name of a journal, and was put there by whoever likes.
struct JournalTrustTests {
    /// A change that a journal could bring about.
    struct Fault: CustomTestStringConvertible {
        let testDescription: String
        var needsRoot = false
        /// What it is told by.
        let reason: String
        let make: @Sendable (PlantedJournal) throws -> Void
    }

    static let faults: [Fault] = [
        Fault(testDescription: "unknown to the catalogue", reason: "knows of no such journal") {
            try $0.forget()
        },
        Fault(testDescription: "another file, with the same words", reason: "no such journal") {
            try Data(contentsOf: URL(fileURLWithPath: $0.path)).write(
                to: URL(fileURLWithPath: $0.path + ".copy")
            )
            chmod($0.path + ".copy", 0o600)
            rename($0.path + ".copy", $0.path)
        },
        Fault(testDescription: "written by a group", reason: "others may write it") {
            chmod($0.path, 0o660)
        },
        Fault(testDescription: "a second name", reason: "a second name") {
            link($0.path, $0.folder.path + "/link")
        },
        Fault(testDescription: "a symbolic link", reason: "it is no file") {
            rename($0.path, $0.folder.path + "/elsewhere")
            symlink($0.folder.path + "/elsewhere", $0.path)
        },
        Fault(testDescription: "a pipe", reason: "it is no file") {
            unlink($0.path)
            mkfifo($0.path, 0o600)
        },
        Fault(testDescription: "of another user", needsRoot: true, reason: "another user") {
            chown($0.path, 4_001, 4_001)
        },
        Fault(
            testDescription: "in another user's directory",
            needsRoot: true,
            reason: "a directory of another user"
        ) { chown($0.folder.path, 4_001, 4_001) },
    ]

    @Test(arguments: faults)
    func `a journal that somebody may have put there is left alone and named once`(
        fault: Fault
    ) throws {
        if fault.needsRoot, geteuid() != 0 { try Test.cancel("needs another user's files") }
        let planted = try PlantedJournal()
        try planted.photo("now.jpg")
        try planted.write([.moved(planted.inside("before.jpg"), planted.inside("now.jpg"))])
        try fault.make(planted)
        var said: [String] = []
        var lookout = JournalLookout { said.append($0) }
        for _ in 0..<2 {
            try planted.writer.transaction { try lookout.recoverNow(planted.writer) }
        }
        #expect(planted.isThere(planted.inside("now.jpg")))
        #expect(!planted.isThere(planted.inside("before.jpg")))
        #expect(planted.isThere(planted.path))
        #expect(said.count == 1 && said[0].contains(fault.reason), "\(said)")
        #expect(said.first?.contains(planted.path) == true)
    }

    @Test
    func `what a killed program began is undone by the journal that the catalogue knows`() throws {
        let planted = try PlantedJournal()
        try planted.photo("now.jpg")
        try planted.write([.moved(planted.inside("before.jpg"), planted.inside("now.jpg"))])
        #expect(try planted.recover() == [])
        #expect(planted.isThere(planted.inside("before.jpg")))
        #expect(!planted.isThere(planted.path))
    }

    @Test
    func `a file that is at both places of a move stays at the first only`() throws {
        let planted = try PlantedJournal()
        try planted.photo("now.jpg")
        try planted.write([.moved(planted.inside("before.jpg"), planted.inside("now.jpg"))])
        #expect(link(planted.inside("now.jpg"), planted.inside("before.jpg")) == 0)
        #expect(try planted.recover() == [])
        let names = try FileManager.default.contentsOfDirectory(atPath: planted.inside(""))
        #expect(names == ["before.jpg"])
        #expect(!planted.isThere(planted.path))
    }

    @Test
    func `a file whose place another has taken comes to lie beside that`() throws {
        let planted = try PlantedJournal()
        try planted.photo("now.jpg")
        try planted.photo("before.jpg")
        try planted.write([.moved(planted.inside("before.jpg"), planted.inside("now.jpg"))])
        #expect(try planted.recover() == [])
        let names = try FileManager.default.contentsOfDirectory(atPath: planted.inside(""))
        #expect(names.sorted() == ["before 2.jpg", "before.jpg"])
    }

    /// A step at whose one end there is a file of nobody's business.
    struct Outside: CustomTestStringConvertible {
        let testDescription: String
        var isDone = false
        let steps: @Sendable (PlantedJournal) -> [PlantedJournal.Step]
    }

    static let outside: [Outside] = [
        Outside(testDescription: "made") { [.made($0.secret)] },
        Outside(testDescription: "made, by a way out") { [.made($0.inside("../secret"))] },
        Outside(testDescription: "made, a photo") { [.made($0.inside("now.jpg"))] },
        Outside(testDescription: "written") { [.wrote($0.secret, "secret")] },
        Outside(testDescription: "written, a photo") { [.wrote($0.inside("now.jpg"), "photo")] },
        Outside(testDescription: "moved from the library") {
            [.moved($0.inside("got.jpg"), $0.secret)]
        },
        Outside(testDescription: "moved into the library") {
            [.moved($0.folder.path + "/given", $0.inside("now.jpg"))]
        },
        Outside(testDescription: "moved out of a trash that is none") {
            [.moved($0.inside("got.jpg"), $0.folder.path + "/Trash-4001/files/x")]
        },
        Outside(testDescription: "directory") { [.madeDirectory($0.folder.path + "/empty")] },
        Outside(testDescription: "obsolete", isDone: true) { [.obsolete($0.secret)] },
        Outside(testDescription: "obsolete, a photo", isDone: true) {
            [.obsolete($0.inside("now.jpg"))]
        },
        Outside(testDescription: "one among others") {
            [
                .moved($0.inside("before.jpg"), $0.inside("now.jpg")),
                .moved($0.inside("got.jpg"), $0.secret),
            ]
        },
    ]

    @Test(arguments: outside)
    func `no end of a step lies outside the library and its trashes`(outside: Outside) throws {
        let planted = try PlantedJournal()
        try planted.photo("now.jpg")
        mkdir(planted.folder.path + "/empty", 0o700)
        try planted.write(outside.steps(planted), isDone: outside.isDone)
        let before = planted.everything
        let said = try planted.recover()
        #expect(planted.everything == before)
        #expect(said.count == 1 && said[0].contains("outside the library's folders"), "\(said)")
    }

    @Test
    func `a symbolic link in the library is no way out of it`() throws {
        let planted = try PlantedJournal()
        let name = ".heliograph-0123456789abcdef"
        mkdir(planted.folder.path + "/private", 0o700)
        try Data("mine".utf8).write(to: planted.folder.appendingPathComponent("private/\(name)"))
        symlink(planted.folder.path + "/private", planted.inside("way"))
        try planted.write([.made(planted.inside("way/\(name)"))])
        _ = try planted.recover()
        #expect(planted.isThere(planted.folder.path + "/private/\(name)"))
    }

    @Test
    func `a change of files begins while another program ends what was left behind`() throws {
        let planted = try PlantedJournal()
        let isOver = Mutex(false)
        let path = planted.writer.path
        let failures = Mutex<[String]>([])
        let thread = Thread {
            do {
                let editor = try CatalogueWriter(path: path, as: .editor)
                for _ in 0..<300 { try FileTransaction(editor).cancel() }
            } catch {
                failures.withLock { $0.append("\(error)") }
            }
            isOver.withLock { $0 = true }
        }
        thread.start()
        while !isOver.withLock({ $0 }) { #expect(try planted.recover() == []) }
        #expect(failures.withLock { $0 } == [])
        #expect(!planted.everything.contains { $0.contains("-files-") })
    }

    @Test
    func `a journal somebody holds, and one that is begun and says nothing, are told of nobody`()
        throws
    {
        let planted = try PlantedJournal()
        try planted.photo("now.jpg")
        try planted.write([.moved(planted.inside("before.jpg"), planted.inside("now.jpg"))])
        let held = open(planted.path, O_RDONLY)
        #expect(flock(held, LOCK_EX) == 0)
        #expect(try planted.recover() == [])
        #expect(planted.isThere(planted.inside("now.jpg")))
        close(held)
        let empty = planted.path + "0"
        try Data().write(to: URL(fileURLWithPath: empty))
        #expect(try planted.recover() == [])
        #expect(!planted.isThere(empty) && planted.isThere(planted.inside("before.jpg")))
    }
}
