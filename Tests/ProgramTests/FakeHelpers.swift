import Foundation

/// A directory of helper programs, some of which are not what they should be.
struct FakeHelpers {
    let directory: URL

    /// Makes the directory with the real programs in it.
    init(_ program: Program) throws {
        directory = program.work.appendingPathComponent("helpers")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        for name in ["watcher", "extractor", "film-extractor"] {
            try FileManager.default.createSymbolicLink(
                at: directory.appendingPathComponent("heliograph-\(name)"),
                withDestinationURL: Self.real(name)
            )
        }
        program.helpers = directory
    }

    static func real(_ name: String) -> URL {
        Program.products.appendingPathComponent("heliograph-\(name)")
    }

    /// Has a script run instead of a program.
    func replace(_ name: String, by script: String) throws {
        let url = directory.appendingPathComponent("heliograph-\(name)")
        try FileManager.default.removeItem(at: url)
        try Data(script.utf8).write(to: url)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
    }

    /// A program that stands between the watcher and the indexer.
    ///
    /// The script in Python is to define `told(frame)`, called for each frame of the watcher, and `turn()`, called
    /// fifty times a second and more; both write to `out`.
    static func relay(_ script: String) -> String {
        """
        #!/usr/bin/python3
        import os, select, struct, subprocess, sys, time
        watcher = subprocess.Popen(["\(real("watcher").path)"], stdout=subprocess.PIPE)
        source, out, pending = watcher.stdout.fileno(), sys.stdout.buffer, b""
        \(script)
        while True:
            if select.select([source], [], [], 0.02)[0]:
                data = os.read(source, 65536)
                if not data:
                    break
                pending += data
            while len(pending) >= 4 + struct.unpack_from("<I", pending.ljust(4))[0]:
                end = 4 + struct.unpack_from("<I", pending)[0]
                frame, pending = pending[:end], pending[end:]
                told(frame)
            turn()
            out.flush()
        """
    }

    /// An extractor that takes files and never answers while there is a file `hold`.
    static func idle(_ work: String) -> String {
        """
        #!/bin/sh
        # Named first: who lets go kills those that are named, and others must see that nothing holds them.
        mkdir -p "\(work)/idle" && touch "\(work)/idle/$$"
        [ -e "\(work)/hold" ] && exec sleep 10000
        rm "\(work)/idle/$$"
        exec "\(real("extractor").path)" "$@"
        """
    }
}

extension Program {
    private var holdFile: URL { work.appendingPathComponent("hold") }

    /// Has extractors that are started from now on take files and never answer.
    func hold() throws {
        try Data().write(to: holdFile)
    }

    /// Has extractors that are started from now on do their work.
    func letGo() throws {
        try FileManager.default.removeItem(at: holdFile)
    }

    /// The extractors that took files and do not answer.
    func idleExtractors() -> [pid_t] {
        let idle = work.appendingPathComponent("idle").path
        let names = try? FileManager.default.contentsOfDirectory(atPath: idle)
        return (names ?? []).compactMap { pid_t($0) }
    }
}

extension Feed {
    /// The processes the program started in whose command line a name is.
    func helpers(_ name: String) -> [pid_t] {
        ChildProcesses.of(process.processIdentifier).filter { child in
            let command = try? String(contentsOfFile: "/proc/\(child)/cmdline", encoding: .utf8)
            return command?.contains(name) == true
        }
    }
}
