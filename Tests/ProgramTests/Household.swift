import Foundation
import Glibc
import Testing

/// A machine with root and two users, who have no entry in the table of users: Ann has a library, Bob has not.
final class Household {
    static let ann: uid_t = 4_000
    static let bob: uid_t = 4_001

    /// The built programs may lie where only root can go.
    static let isPossible: Bool = {
        guard geteuid() == 0, let program = try? Program() else { return false }
        return (try? program.run(as: Int(ann), "--version").code) == 0
    }()

    let program: Program
    let home: [uid_t: URL]

    /// Ann's library is indexed, of one photo `a/x.jpg`.
    init() throws {
        let program = try Program()
        self.program = program
        chmod(program.work.path, 0o755)
        home = [
            Self.ann: program.work.appendingPathComponent("ann"),
            Self.bob: program.work.appendingPathComponent("bob"),
        ]
        for (user, home) in home {
            mkdir(home.path, 0o755)
            for name in ["photos", "state", "data"] { mkdir("\(home.path)/\(name)", 0o755) }
            program.environment["XDG_DATA_HOME"] = ""
            try Self.give(home, to: user)
        }
        try photo("a/x.jpg", 1)
        let indexed = try run(Self.ann, "index", photos)
        #expect(indexed.code == 0, "\(indexed.complaint)")
    }

    var photos: String { path(Self.ann, "photos") }
    var catalogue: String { path(Self.ann, "state/catalogue.sqlite") }

    func path(_ user: uid_t, _ name: String) -> String { "\(home[user]?.path ?? "")/\(name)" }

    func photo(_ name: String, _ number: Int) throws {
        let url = URL(fileURLWithPath: "\(photos)/\(name)")
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(Program.jpeg(number)).write(to: url)
        try Self.give(URL(fileURLWithPath: photos), to: Self.ann)
    }

    private static func give(_ folder: URL, to user: uid_t) throws {
        lchown(folder.path, user, user)
        let names = FileManager.default.enumerator(atPath: folder.path)?
            .compactMap { $0 as? String }
        for name in names ?? [] { lchown("\(folder.path)/\(name)", user, user) }
    }

    /// A command on Ann's catalogue by a user, root being 0.
    func process(_ user: uid_t, _ arguments: [String], without capability: String? = nil) -> Process
    {
        let process = program.process(arguments)
        let binary = process.executableURL?.path ?? ""
        var words = ["--reuid=\(user)", "--regid=\(user)", "--clear-groups"]
        if let capability { words += ["--bounding-set=-\(capability)"] }
        process.arguments = words + [binary] + arguments
        process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
        process.environment?["HELIOGRAPH_CATALOGUE"] = catalogue
        process.environment?["XDG_DATA_HOME"] = path(user == 0 ? Self.ann : user, "data")
        return process
    }

    func run(_ user: uid_t, _ arguments: String...) throws -> Program.Outcome {
        try program.outcome(of: process(user, arguments))
    }

    /// What lies in Ann's home and is not hers.
    var foreign: [String] {
        let folder = home[Self.ann]?.path ?? ""
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }
        return (names ?? []).filter { name in
            var found = stat()
            return lstat("\(folder)/\(name)", &found) != 0 || found.st_uid != Self.ann
        }
    }

    func mode(_ path: String) -> mode_t? {
        var found = stat()
        return lstat(path, &found) == 0 ? found.st_mode & 0o7777 : nil
    }
}
