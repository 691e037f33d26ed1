import Foundation
import Glibc
import Testing

/// Two users and root on one machine: what each can do to what is another's.
@Suite(.enabled(if: Household.isPossible, "needs to become other users"))
struct OtherUsersTests {
    private let household: Household
    private let root: uid_t = 0
    private let ann = Household.ann
    private let bob = Household.bob

    init() throws { household = try Household() }

    @Test
    func `root works on another user's library as that user`() throws {
        let photo = "\(household.photos)/a/x.jpg"
        for arguments in [
            ["index"], ["watch", "--once"], ["trash", photo], ["restore", photo],
            ["edit", photo, "--favorite"], ["album", "create", "Best"], ["roots"],
            ["index", household.photos], ["roots", "remove", household.photos],
        ] {
            let outcome = try household.program.outcome(of: household.process(root, arguments))
            #expect(outcome.code == 0, "\(arguments): \(outcome.complaint)")
            #expect(household.foreign == [], "\(arguments)")
        }
        let hidden = household.program.work.appendingPathComponent("hidden")
        mkdir(hidden.path, 0o700)
        let refused = try household.run(root, "index", hidden.path)
        #expect(refused.code == 77 && refused.complaint.contains(hidden.path))
        #expect(household.foreign == [])
    }

    @Test
    func `a catalogue that is not there yet is of whose directory it is to be in`() throws {
        let catalogue = household.path(ann, "new/deep/c.sqlite")
        let made = try household.run(root, "index", "--catalogue", catalogue, household.photos)
        #expect(made.code == 0, "\(made.complaint)")
        #expect(FileManager.default.fileExists(atPath: catalogue) && household.foreign == [])
    }

    @Test
    func `files of root beside the catalogue are found, with the line that gives them back`() throws
    {
        let lock = household.catalogue + "-lock"
        chown(lock, root, root)
        chmod(lock, 0o600)
        for user in [root, ann] {
            let doctor = try household.run(user, "doctor")
            #expect(doctor.code == 1)
            let finding = doctor.lines.first {
                $0["check"] as? String == "disk" && $0["state"] as? String == "problem"
            }
            let cure = finding?["cure"] as? String
            #expect(cure?.hasPrefix("sudo chown ") == true, "\(doctor.output)")
            #expect(cure?.hasSuffix(": \(lock)") == true, "\(doctor.output)")
        }
        chown(lock, ann, ann)
        #expect(try !household.run(ann, "doctor").output.contains("chown"))
    }

    @Test
    func `followers who may only read go on while a backup is restored`() throws {
        let backup = household.path(ann, "backup")
        #expect(try household.run(ann, "backup", backup).code == 0)
        let followers = try (0..<3).map { _ in
            let follower = household.process(bob, ["changes", "--follow"])
            follower.standardOutput = FileHandle.nullDevice
            try follower.run()
            return follower
        }
        for _ in 0..<20 {
            let restored = try household.run(ann, "restore-catalogue", backup)
            #expect(restored.code == 0, "\(restored.complaint)")
            #expect(try household.run(bob, "assets", "--catalogue", household.catalogue).code == 0)
        }
        for follower in followers {
            #expect(follower.isRunning)
            follower.terminate()
            follower.waitPatiently()
        }
    }

    @Test
    func `who may only read waits while the index of the log is made again`() throws {
        let keeper = household.process(ann, ["changes", "--follow"])
        keeper.standardOutput = FileHandle.nullDevice
        try keeper.run()
        let memory = household.catalogue + "-shm"
        // Until then nobody keeps the memory, and who may only read does without an index.
        let files = "/proc/\(keeper.processIdentifier)/fd"
        try household.program.wait {
            try FileManager.default.contentsOfDirectory(atPath: files).contains {
                let file = try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "\(files)/\($0)"
                )
                return file == memory
            }
        }
        #expect(try household.run(bob, "assets").code == 0)
        // It keeps the memory, and would make the index again at its next look.
        kill(keeper.processIdentifier, SIGSTOP)
        defer { kill(keeper.processIdentifier, SIGKILL) }
        // As it is in the moment in which the next catalogue is opened for the first time.
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: memory))
        try file.write(contentsOf: Data(count: 136))
        try file.close()
        let reader = household.process(bob, ["assets"])
        reader.standardOutput = FileHandle.nullDevice
        try reader.run()
        let place = "/proc/\(reader.processIdentifier)/wchan"
        try household.program.wait {
            !reader.isRunning
                || (try? String(contentsOfFile: place, encoding: .utf8)) == "hrtimer_nanosleep"
        }
        #expect(reader.isRunning)
        #expect(try household.run(ann, "status").code == 0)
        reader.waitPatiently()
        #expect(reader.terminationStatus == 0)
    }

    @Test
    func `no line of doctor gives away what a link beside the catalogue leads to`() throws {
        let secret = household.program.work.path + "/secret"
        try Data("secret".utf8).write(to: URL(fileURLWithPath: secret))
        chmod(secret, 0o600)
        let lock = household.catalogue + "-lock"
        unlink(lock)
        symlink(secret, lock)
        lchown(lock, ann, ann)
        let doctor = try household.run(root, "doctor")
        #expect(doctor.code == 1)
        for line in doctor.lines {
            let cure = line["cure"] as? String ?? ""
            #expect(!cure.contains("chown") && !cure.contains("setfacl"), "\(cure)")
        }
        unlink(lock)
    }

    @Test
    func `root follows no link as its target's owner that another user may turn round`() throws {
        let link = household.path(bob, "c.sqlite")
        symlink(household.catalogue, link)
        lchown(link, bob, bob)
        let before = try household.run(ann, "assets").output
        let refused = try household.run(
            root,
            "edit",
            "--catalogue",
            link,
            "\(household.photos)/a/x.jpg",
            "--favorite"
        )
        #expect(refused.code == 77, "\(refused.complaint)")
        #expect(try household.run(ann, "assets").output == before)
    }

    @Test
    func `root that cannot become the user refuses with the line to type`() throws {
        let process = household.process(root, ["index"], without: "setuid")
        let outcome = try household.program.outcome(of: process)
        #expect(outcome.code == 77)
        #expect(outcome.complaint.contains("type: sudo -u '#4000' heliograph index"))
        #expect(household.foreign == [])
    }

    @Test
    func `root obeys nothing that a user put beside the user's catalogue`() throws {
        let secret = household.program.work.appendingPathComponent("secret.jpg").path
        try Data(Program.jpeg(7)).write(to: URL(fileURLWithPath: secret))
        chmod(secret, 0o600)
        let journal = household.catalogue + "-files-0123456789abcdef"
        let taken = "\(household.photos)/taken.jpg"
        try Data(Self.moved(from: taken, to: secret)).write(to: URL(fileURLWithPath: journal))
        chown(journal, ann, ann)
        for arguments in [["index"], ["trash", "\(household.photos)/a/x.jpg"]] {
            let outcome = try household.program.outcome(of: household.process(root, arguments))
            #expect(outcome.code == 0)
            #expect(outcome.complaint.contains("\(journal) is not followed"))
        }
        #expect(FileManager.default.fileExists(atPath: secret))
        #expect(!FileManager.default.fileExists(atPath: taken))
    }

    /// A journal that has what is at one path moved back to another.
    private static func moved(from: String, to: String) -> [UInt8] {
        var found = stat()
        stat(to, &found)
        func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: number.littleEndian) { Array($0) }
        }
        var body = [3] + bytes(UInt64(found.st_ino))
        for text in [from, to] { body += bytes(UInt32(text.utf8.count)) + Array(text.utf8) }
        let checksum = body.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        return bytes(UInt32(body.count)) + bytes(checksum) + body
    }

    @Test
    func `who may read a catalogue changes nothing, and is told why`() throws {
        let photo = "\(household.photos)/a/x.jpg"
        #expect(try household.run(ann, "trash", photo).code == 0)
        try household.photo("a/y.jpg", 2)
        #expect(try household.run(ann, "index").code == 0)
        let before = try household.run(bob, "assets").output
        #expect(!before.isEmpty)
        for arguments in [
            ["index"], ["watch", "--once"], ["trash", "\(household.photos)/a/y.jpg"],
            ["restore", photo], ["edit", "\(household.photos)/a/y.jpg", "--favorite"],
            ["album", "create", "Mine"], ["roots", "remove", household.photos],
            ["index", "--catalogue", household.path(ann, "mine/c.sqlite"), household.photos],
            ["index", "--catalogue", household.path(ann, "state/other.sqlite"), household.photos],
        ] {
            let outcome = try household.program.outcome(of: household.process(bob, arguments))
            #expect(outcome.code == 77, "\(arguments): \(outcome.complaint)")
            let said = outcome.complaint.lowercased()
            #expect(said.contains("permission"), "\(arguments): \(outcome.complaint)")
        }
        #expect(try household.run(bob, "assets").output == before && household.foreign == [])
    }

    @Test
    func `root is told of a damaged catalogue what its owner is, unless it may be a trap`() throws {
        let catalogue = household.catalogue
        let copy = "\(catalogue).copy"
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: catalogue))
        try file.write(contentsOf: Data(count: 4_096))
        try file.close()
        for arguments in [["assets"], ["status"]] {
            let outcome = try household.program.outcome(of: household.process(root, arguments))
            #expect(outcome.code == 65)
            let line = "`heliograph index --check-catalogue --catalogue \(catalogue)` sets it aside"
            #expect(outcome.complaint.contains(line), "\(outcome.complaint)")
        }
        for name in ["-wal", "-shm"] { unlink(catalogue + name) }
        try Data(repeating: 1, count: 8_192).write(to: URL(fileURLWithPath: catalogue))
        chown(catalogue, ann, ann)
        let other = try household.run(root, "assets")
        let line = "sudo -u '#\(ann)' mv \(catalogue) \(catalogue).damaged"
        #expect(other.complaint.contains(line), "\(other.complaint)")
        try FileManager.default.moveItem(atPath: catalogue, toPath: copy)
        #expect(link(copy, catalogue) == 0 && chown(catalogue, bob, bob) == 0)
        let trap = try household.run(root, "assets")
        #expect(trap.complaint.contains("look at what is there first"), "\(trap.complaint)")
    }

    @Test
    func `a lock that somebody else made beforehand holds nobody up`() throws {
        // A directory in which everybody may make files.
        let shared = household.program.work.appendingPathComponent("shared").path
        #expect(mkdir(shared, 0o777) == 0 && chmod(shared, 0o1777) == 0)
        let catalogue = shared + "/c.sqlite"
        let indexed = try household.run(ann, "index", "--catalogue", catalogue, household.photos)
        #expect(indexed.code == 0, "\(indexed.complaint)")
        for name in ["lock", "turns"] {
            let file = "\(catalogue)-\(name)"
            unlink(file)
            let descriptor = open(file, O_RDWR | O_CREAT, 0o666)
            fchmod(descriptor, 0o666)
            fchown(descriptor, bob, bob)
            #expect(flock(descriptor, LOCK_EX) == 0)
            defer { close(descriptor) }
            let photo = "\(household.photos)/a/x.jpg"
            let edited = try household.run(
                ann,
                "edit",
                "--catalogue",
                catalogue,
                photo,
                "--favorite"
            )
            #expect(edited.code == 0, "\(name): \(edited.complaint)")
            let again = try household.run(ann, "index", "--catalogue", catalogue)
            #expect(again.code == (name == "lock" ? 77 : 0), "\(name): \(again.complaint)")
            if name == "lock" { #expect(again.complaint.contains("belongs to another user")) }
            unlink(file)
        }
    }

    @Test
    func `what writers wait for cannot be opened by who may only read`() throws {
        let files = ["lock", "turns"].map { "\(household.catalogue)-\($0)" }
        // As earlier versions made them.
        for file in files { chmod(file, 0o644) }
        let process = household.process(ann, ["watch"])
        let pipe = Pipe.closedInOthers()
        process.standardOutput = pipe
        try process.run()
        let lines = Lines(pipe)
        while let line = lines.next(), !line.contains(#""type":"synced""#) {}
        #expect(files.map(household.mode) == [0o600, 0o600])
        // Readers know all the same who holds the catalogue.
        let status = try household.run(bob, "status")
        #expect(status.lines.first?["indexer"] as? Int == Int(process.processIdentifier))
        kill(process.processIdentifier, SIGTERM)
        process.waitPatiently()
        let after = try household.run(bob, "status")
        #expect(after.code == 0 && after.lines.first?["indexer"] is NSNull)
        #expect(household.mode(household.catalogue) == 0o644)
    }

    @Test
    func `a photo that may not be deleted comes with the line that permits it`() throws {
        for folder in [household.photos, "\(household.photos)/a"] { chown(folder, root, root) }
        let line = "sudo setfacl -R -m u:4000:rwX,d:u:4000:rwX \(household.photos)"
        let refused = try household.run(ann, "trash", "\(household.photos)/a/x.jpg")
        #expect(refused.code == 77)
        #expect(refused.complaint.contains("nothing was deleted. To let 4000 write there: "))
        #expect(refused.complaint.contains(line))
        #expect(FileManager.default.fileExists(atPath: "\(household.photos)/a/x.jpg"))
        let doctor = try household.run(ann, "doctor").lines
        let note = doctor.first { $0["cure"] as? String == line }
        #expect(note?["state"] as? String == "note")
        chown(household.photos, ann, ann)
        #expect(try !household.run(ann, "doctor").output.contains("rwX"))
    }

    @Test
    func `who may only read is told whose the catalogue is, and how its owner does it`() throws {
        let line = "sudo -u '#4000' heliograph … --catalogue \(household.catalogue)"
        let backup = household.path(bob, "backup.sqlite")
        #expect(try household.run(bob, "backup", backup).code == 0)
        for arguments in [["restore-catalogue", backup], ["index"]] {
            let process = household.process(bob, arguments)
            let refused = try household.program.outcome(of: process)
            #expect(refused.code == 77 && refused.complaint.contains(line), "\(refused.complaint)")
        }
        let first = try household.run(bob, "doctor").lines.first
        let cure = "sudo heliograph doctor --catalogue \(household.catalogue)"
        #expect(first?["cure"] as? String == cure)
        #expect(try !household.run(bob, "doctor").output.contains("rwX"))
    }

    @Test
    func `an editable gallery of a user who may only read says so and ends`() throws {
        let process = household.process(bob, ["--editable", "--port", "0"])
        process.arguments = process.arguments?.map {
            $0.hasSuffix("/heliograph") ? "\($0)-gallery" : $0
        }
        let refused = try household.program.outcome(of: process)
        #expect(refused.code == 77, "\(refused.complaint)")
        let reason = "--editable needs to write the catalogue \(household.catalogue): Permission"
        #expect(refused.complaint.contains(reason))
    }

    @Test
    func `a directory that may not be listed holds no ghosts`() throws {
        try household.photo("closed/y.jpg", 2)
        #expect(try household.run(ann, "index").code == 0)
        chmod("\(household.photos)/closed", 0o700)
        let outcome = try household.run(bob, "audit")
        #expect(outcome.code == 1 && outcome.lines.isEmpty)
        #expect(outcome.complaint.contains("closed cannot be listed (Permission denied)"))
        #expect(try household.run(ann, "audit").code == 0)
    }

    @Test
    func `a user's own catalogue is in a directory that is closed to others`() throws {
        let process = household.process(ann, ["index", household.photos])
        process.environment?["HELIOGRAPH_CATALOGUE"] = nil
        process.environment?["XDG_STATE_HOME"] = nil
        process.environment?["HOME"] = household.home[ann]?.path
        #expect(try household.program.outcome(of: process).code == 0)
        let directory = household.path(ann, ".local/state/heliograph")
        #expect(household.mode(directory) == 0o700)
        #expect(household.mode(directory + "/catalogue.sqlite") == 0o644)
    }
}
