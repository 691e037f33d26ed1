import Foundation
import TestSupport
import Testing

/// What `doctor` finds, and what `status --metrics` counts.
struct DoctorTests {
    private let program: Program

    init() throws {
        program = try Program()
        try program.picture("a.jpg", 1)
        #expect(try program.run("index", program.photos.path).code == 0)
    }

    private func problems(_ outcome: Program.Outcome) -> [(detail: String, cure: String)] {
        outcome.lines.filter { $0["state"] as? String == "problem" }.map {
            ($0["detail"] as? String ?? "", $0["cure"] as? String ?? "")
        }
    }

    @Test
    func `nothing is wrong with a library that is well`() throws {
        let result = try program.run("doctor")
        #expect(problems(result).isEmpty)
        #expect(result.code == 0)
        let checks = Set(result.lines.compactMap { $0["check"] as? String })
        #expect(
            checks == [
                "configuration", "catalogue", "disk", "indexer", "folder", "watches", "inotify",
                "helper", "sandbox", "cache",
            ]
        )
        let libraries = result.lines.filter { $0["check"] as? String == "helper" }
            .compactMap { $0["detail"] as? String }.joined()
        for name in [
            "libinotifytools.so.", "libexif.so.", "libavformat.so.", "libvips.so.", "libheif.so.",
        ] {
            #expect(libraries.contains(name))
        }
    }

    @Test
    func `a folder that is gone, and a mistake in the configuration, are problems`() throws {
        let file = program.work.appendingPathComponent("heliograph.toml")
        try Data("\nrescan = 5".utf8).write(to: file)
        try FileManager.default.removeItem(at: program.photos)
        let result = try program.run("doctor", "--config", file.path)
        #expect(result.code == 1)
        let found = problems(result)
        #expect(found.contains { $0.detail.contains("\(file.path):2: 'rescan' must be a time") })
        #expect(
            found.contains {
                $0.detail.contains("\(program.photos.path) cannot be looked at: No such file")
                    && $0.detail.hasSuffix(
                        "heliograph roots remove \(program.photos.path) --catalogue \(program.catalogue)"
                    ) && $0.cure == "ls -ld \(program.photos.path)"
            }
        )
    }

    @Test
    func `a folder that was mistyped comes with the line that forgets it`() throws {
        let file = program.work.appendingPathComponent("heliograph.toml")
        let folder = program.work.appendingPathComponent("fotos").path
        try Data("roots = [\"\(folder)\"]\n".utf8).write(to: file)
        let first = problems(try program.run("doctor", "--config", file.path))
        #expect(first.map(\.cure) == ["ls -ld \(folder)"])
        #expect(first.first?.detail.hasSuffix("correct it in \(file.path)") == true)
        let indexed = try program.run("index", "--config", file.path)
        #expect(indexed.code == 1)
        let line = "heliograph roots remove \(folder) --catalogue \(program.catalogue)"
        let advice = "type while no indexer runs: \(line)\n"
        #expect(indexed.complaint.contains(advice), "\(indexed.complaint)")
        let found = problems(try program.run("doctor", "--config", file.path))
        #expect(found.map(\.cure) == ["\(line)   # while no indexer runs"])
        #expect(try program.run("roots", "remove", folder).code == 0)
        #expect(try program.run("index").code == 0)
        #expect(try program.run("doctor").code == 0)
    }

    @Test
    func `the whole machine is no folder of photos, for the catalogue lies in it`() throws {
        let refused = try program.run("index", "/")
        #expect(refused.code != 0 && refused.complaint.contains("inside the photos folder /"))
        #expect(try program.run("index", program.photos.path).code == 0)
    }

    @Test
    func `folders in each other are a problem, in the words of an indexer`() throws {
        let file = program.work.appendingPathComponent("heliograph.toml")
        let inner = program.photos.appendingPathComponent("Sub").path
        mkdir(inner, 0o755)
        for roots in ["\"\(inner)\"", "\"\(program.photos.path)\", \"\(inner)\""] {
            try Data("roots = [\(roots)]\n".utf8).write(to: file)
            let refused = try program.run("index", "--config", file.path)
            #expect(refused.code == 64)
            let words = "\(inner) lies in the folder \(program.photos.path), with which it is"
            #expect(refused.complaint.contains(words))
            let result = try program.run("doctor", "--config", file.path)
            #expect(result.code == 1)
            #expect(problems(result).first?.detail.hasPrefix("\(file.path): \(words)") == true)
            #expect(problems(result).count == 1)
        }
    }

    @Test(arguments: [false, true])
    func `an empty catalogue comes with a line that fills it, and one for a backup`(
        isFolderNamed: Bool
    ) throws {
        let file = program.work.appendingPathComponent("heliograph.toml")
        let text = isFolderNamed ? "roots = [\"\(program.photos.path)\"]\n" : ""
        try Data(text.utf8).write(to: file)
        for name in ["-wal", "-shm"] { unlink(program.catalogue + name) }
        try Data().write(to: URL(fileURLWithPath: program.catalogue))
        let found = problems(try program.run("doctor", "--config", file.path))
        let line = isFolderNamed ? "index" : "index DIR"
        let options = "--catalogue \(program.catalogue) --config \(file.path)"
        #expect(found.map(\.cure) == ["heliograph \(line) \(options)"])
        #expect(
            found.first?.detail.hasSuffix(
                "put a backup in its place: heliograph restore-catalogue FILE --catalogue "
                    + program.catalogue
            ) == true
        )
    }

    @Test(arguments: [false, true])
    func `an indexer or a watcher that is stopped is told of, and nothing waits for it`(
        isWatcher: Bool
    ) throws {
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        var stopped = feed.process.processIdentifier
        if isWatcher {
            // What the catalogue has is told before the watcher has begun.
            try program.wait { !feed.helpers("heliograph-watcher").isEmpty }
            stopped = try #require(feed.helpers("heliograph-watcher").first)
        }
        kill(stopped, SIGSTOP)
        defer { kill(stopped, SIGCONT) }
        try program.wait { !problems(try program.run("doctor")).isEmpty }
        let found = problems(try program.run("doctor"))
        #expect(found.map(\.cure) == ["kill -CONT \(stopped)"], "\(found)")
        try FileManager.default.removeItem(at: program.photos.appendingPathComponent("a.jpg"))
        let audit = try program.run("audit", "--repair")
        #expect(audit.code != 0 && audit.complaint.contains("kill -CONT \(stopped)"), "\(audit)")
    }

    @Test(arguments: [
        ("relative", "no pictures are kept: 'relative' in HELIOGRAPH_CACHE is no absolute path"),
        ("/proc/nowhere", "pictures cannot be kept in /proc/nowhere: No such file or directory"),
    ])
    func `a place where no pictures can be kept is told of`(cache: String, words: String) throws {
        let process = program.process(["doctor"])
        process.environment?["HELIOGRAPH_CACHE"] = cache
        let found = try program.outcome(of: process).lines
        #expect(found.contains { $0["detail"] as? String == words }, "\(found)")
    }

    @Test
    func `a helper of another version, and one that is none, are problems`() throws {
        let directory = program.work.appendingPathComponent("helpers")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        for (name, script) in [
            ("heliograph-watcher", "#!/bin/sh\necho heliograph-watcher 0.0.1\n"),
            ("heliograph-film-extractor", "#!/bin/sh\nexit 3\n"),
        ] {
            let url = directory.appendingPathComponent(name)
            try Data(script.utf8).write(to: url)
            chmod(url.path, 0o755)
        }
        let process = program.process(["doctor"])
        process.environment?["HELIOGRAPH_LIBEXEC"] = directory.path
        let found = problems(try program.outcome(of: process))
        #expect(
            found.map(\.detail).contains { $0.contains("0.0.1 is not of this program's version") }
        )
        #expect(found.map(\.detail).contains("heliograph-film-extractor does not start"))
        let line = "sudo apt install --reinstall ./heliograph_"
        #expect(found.map(\.cure).contains { $0.hasPrefix(line) })
    }

    @Test(.enabled(if: geteuid() == 0, "needs to become another user"))
    func `a folder that the catalogue's owner may not read comes with the line that helps`() throws
    {
        let state = URL(fileURLWithPath: program.catalogue).deletingLastPathComponent()
        for name in try FileManager.default.contentsOfDirectory(atPath: state.path) + ["."] {
            chown(state.appendingPathComponent(name).path, 65_534, 65_534)
        }
        chmod(program.photos.path, 0o700)
        let closed = try program.run("doctor")
        #expect(
            closed.lines.first?["detail"] as? String == "checked as nobody, whose catalogue it is"
        )
        #expect(
            problems(closed).map(\.cure)
                == ["sudo setfacl -R -m u:nobody:rX,d:u:nobody:rX \(program.photos.path)"]
        )
        chmod(program.photos.path, 0o750)
        // Nobody should be made a member of the group of root.
        #expect(problems(try program.run("doctor")).map(\.cure) == problems(closed).map(\.cure))
        let group = try #require(getgrnam("users")).pointee.gr_gid
        chown(program.photos.path, 0, group)
        #expect(
            problems(try program.run("doctor")).map(\.cure)
                == ["sudo usermod -aG users nobody   # and start the service again"]
        )
        chmod(program.photos.path, 0o055)
        chown(program.photos.path, 65_534, 0)
        #expect(
            problems(try program.run("doctor")).map(\.cure)
                == ["chmod u+rx \(program.photos.path)"]
        )
        chmod(program.photos.path, 0o755)
        #expect(try program.run("doctor").code == 0)
    }

    @Test(.enabled(if: geteuid() == 0, "needs to become another user"))
    func `a directory that could not be listed is tried again`() throws {
        let state = URL(fileURLWithPath: program.catalogue).deletingLastPathComponent()
        for name in try FileManager.default.contentsOfDirectory(atPath: state.path) + ["."] {
            chown(state.appendingPathComponent(name).path, 65_534, 65_534)
        }
        let folder = program.photos.appendingPathComponent("closed")
        mkdir(folder.path, 0o700)
        #expect(try program.run(as: 65_534, "index").code == 1)
        let closed = problems(try program.run("doctor"))
        #expect(closed.map(\.detail) == ["\(folder.path) cannot be listed: Permission denied"])
        chmod(folder.path, 0o755)
        func expectNote(_ words: String) throws {
            let result = try program.run("doctor")
            #expect(result.code == 0)
            let found = result.lines.first {
                ($0["detail"] as? String)?.hasPrefix("\(folder.path) could not be listed") == true
            }
            let detail = try #require(found?["detail"] as? String)
            #expect(detail.hasSuffix("(Permission denied), and \(words)"))
            let cure = "heliograph index --catalogue \(program.catalogue)"
            #expect(found?["cure"] as? String == cure)
        }
        try expectNote("can be now")
        rmdir(folder.path)
        try expectNote("no longer exists")
    }

    @Test(
        .enabled(if: geteuid() == 0, "needs to become another user"),
        arguments: [
            Array("it's; $(id) `id`".utf8), Array("a\u{1B}[2J\n\u{202E}b!".utf8),
            [0x9B, 0x31, 0x27, 0x5C, 0xFF],
        ]
    )
    func `the line that lets the owner in names the folder exactly, and shows nothing else`(
        _ name: [UInt8]
    ) throws {
        let state = URL(fileURLWithPath: program.catalogue).deletingLastPathComponent()
        for name in try FileManager.default.contentsOfDirectory(atPath: state.path) + ["."] {
            chown(state.appendingPathComponent(name).path, 65_534, 65_534)
        }
        let folder = Array("\(program.photos.path)/".utf8) + name
        #expect(mkdir(folder.map(CChar.init(bitPattern:)) + [0], 0o700) == 0)
        #expect(try program.run(as: 65_534, "index").code == 1)
        let cures = problems(try program.run("doctor")).map(\.cure)
        let line = try #require(cures.first { $0.hasPrefix("sudo setfacl -R") })
        #expect(!line.unicodeScalars.contains(where: HostileNames.isForbidden))
        #expect(!line.contains("\n"))
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/bash")
        shell.arguments = [
            "-c", "sudo() { printf %s \"${@: -1}\" | od -An -v -tx1 | tr -d ' \\n'; }; \(line)",
        ]
        let told = try program.outcome(of: shell).output
        #expect(told == folder.map { String(0x100 + Int($0), radix: 16).dropFirst() }.joined())
    }

    @Test(
        .enabled(if: Mount.isPossible, "needs to mount"),
        arguments: [
            ("size=63m", "63 MiB free for the catalogue on tmpfs, 64 MiB are wanted"),
            ("size=65m", nil),
        ]
    )
    func `a disk with little room comes with how much is wanted`(options: String, words: String?)
        throws
    {
        let state = program.work.appendingPathComponent("small")
        let mount = try Mount(state, options: options)
        let result = try program.run(
            "doctor",
            "--catalogue",
            state.appendingPathComponent("catalogue.sqlite").path
        )
        let disk = result.lines.first { $0["check"] as? String == "disk" }
        #expect((disk?["state"] as? String == "problem") == (words != nil))
        if let words { #expect(disk?["detail"] as? String == words) }
        withExtendedLifetime(mount) {}
    }

    @Test
    func `metrics count what is there, one sample a line`() throws {
        try program.picture("Screenshot 1.jpg", 2)
        try program.write([1, 2, 3], to: "broken.jpg")
        try program.run("index")
        try program.run("edit", "--favorite", program.photos.appendingPathComponent("a.jpg").path)
        let text = try program.run("status", "--metrics").output
        var samples: [String: Double] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let space = try #require(line.lastIndex(of: " "))
            let name = String(line[..<space])
            #expect(samples[name] == nil, "\(name) twice")
            samples[name] = Double(line[line.index(after: space)...])
        }
        #expect(samples[#"heliograph_assets{media_type="image"}"#] == 2)
        #expect(samples[#"heliograph_assets{media_type="unknown"}"#] == 1)
        #expect(samples["heliograph_unreadable_assets"] == 1)
        #expect(samples["heliograph_favorite_assets"] == 1)
        #expect(samples["heliograph_indexer_up"] == 0)
        let shots = #"{title="Screenshots",subtype="smartAlbumScreenshots"}"#
        #expect(samples["heliograph_smart_album_assets\(shots)"] == 1)
        let online = "{root=\"\(program.photos.path)\",state=\"online\"}"
        #expect(samples["heliograph_root_state\(online)"] == 1)
        #expect((samples["heliograph_last_change_timestamp_seconds"] ?? 0) > 1.7e9)
    }
}
