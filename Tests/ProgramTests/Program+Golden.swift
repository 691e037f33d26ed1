import Foundation
import Synchronization

extension Program {
    /// A folder and a catalogue that are made once for a suite.
    private struct Golden: Sendable {
        let work: URL
        /// What is in the folder, by path.
        let photos: Set<String>
        /// The files of the catalogue's directory, by name.
        let catalogue: [String: Data]
    }

    private static let golden = Mutex<[String: Golden]>([:])

    /// The program on a library that is made once, with the catalogue as it was then.
    ///
    /// For suites that are serialized, whose tests leave the library's files as they are; what they add is removed.
    ///
    /// - Parameters:
    ///   - name: Which library, such as the suite's name.
    ///   - make: Makes it.
    /// - Returns: The program.
    /// - Throws: What `make` throws, and errors of the disk.
    static func golden(_ name: String, make: (Program) throws -> Void) throws -> Program {
        let golden = try Self.golden.withLock { all in
            if let made = all[name] { return made }
            let program = try Program()
            program.isKept = true
            if all.isEmpty { removeGoldenAtExit() }
            try make(program)
            let files = try FileManager.default.contentsOfDirectory(atPath: program.state.path)
            let contents = try files.map { name in
                (name, try Data(contentsOf: program.state.appendingPathComponent(name)))
            }
            let made = Golden(
                work: program.work,
                photos: try program.filesInFolder(),
                catalogue: Dictionary(uniqueKeysWithValues: contents)
            )
            all[name] = made
            return made
        }
        let program = Program(at: golden.work)
        for name in try FileManager.default.contentsOfDirectory(atPath: golden.work.path)
        where name != program.photos.lastPathComponent {
            try FileManager.default.removeItem(at: golden.work.appendingPathComponent(name))
        }
        for added in try program.filesInFolder().subtracting(golden.photos) {
            // Perhaps it was in a directory that has gone.
            try? FileManager.default.removeItem(at: program.photos.appendingPathComponent(added))
        }
        try FileManager.default.createDirectory(
            at: program.state,
            withIntermediateDirectories: true
        )
        for (name, bytes) in golden.catalogue {
            try bytes.write(to: program.state.appendingPathComponent(name))
        }
        return program
    }

    private func filesInFolder() throws -> Set<String> {
        Set(try FileManager.default.subpathsOfDirectory(atPath: photos.path))
    }

    /// The directory of the catalogue.
    var state: URL { work.appendingPathComponent("state") }

    private static func removeGoldenAtExit() {
        atexit {
            for golden in Program.golden.withLock(\.values) {
                try? FileManager.default.removeItem(at: golden.work)
            }
        }
    }
}
