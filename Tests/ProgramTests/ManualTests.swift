import Foundation
import Testing

/// The manual pages, the package's files and the program, which have to agree.
struct ManualTests {
    private let program: Program
    private static let packaging = Program.package.appendingPathComponent("Packaging")

    init() throws {
        program = try Program()
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.packaging.appendingPathComponent(path), encoding: .utf8)
            .replacing("\\-", with: "-")
    }

    @Test
    func `every command has a page with all its options, and every page can be set`() throws {
        let pages = program.work.appendingPathComponent("man")
        let made = try LocalServer.run([
            Self.packaging.appendingPathComponent("man/commands").path,
            Program.products.appendingPathComponent("heliograph").path, pages.path,
        ])
        #expect(made.code == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: pages.path)
        #expect(names.count > 15)
        let help = try program.run("--help").output
        for name in names where name != "heliograph.1" {
            let command = name.dropFirst("heliograph-".count).dropLast(2)
            #expect(help.contains("\n  \(command)"), "\(name) is of no command")
            let page = try String(contentsOf: pages.appendingPathComponent(name), encoding: .utf8)
                .replacing("\\-", with: "-")
            let options = try program.run("help", String(command)).output.matches(of: /--[a-z-]+/)
            for option in Set(options.map { String($0.output) })
            where !["--help", "--version", "--help-hidden"].contains(option) {
                #expect(page.contains(option), "\(name) lacks \(option)")
            }
        }
    }

    @Test
    func `the page of the configuration has every key, and the shipped file is taken as it is`()
        throws
    {
        let page = try text("man/heliograph.toml.5")
        let file = program.work.appendingPathComponent("x.toml")
        try Data("colour = 1".utf8).write(to: file)
        let complaint = try program.run("index", "--config", file.path).complaint
        let keys = try #require(complaint.split(separator: "there are ").last)
        for key in keys.split(separator: ", ").map({
            $0.trimmingCharacters(in: .whitespacesAndNewlines)
        }) {
            #expect(page.contains(key), "no word of \(key)")
        }
        let shipped = try text("heliograph.toml")
        try Data(shipped.utf8).write(to: file)
        #expect(try program.run("index", program.photos.path, "--config", file.path).code == 0)
        // With every key that is commented out.
        let all = shipped.replacing(
            /# (roots|ignore|rescan|history|motion|gain|\[\[|title|predicate)/
        ) {
            "\($0.output.1)"
        }
        try Data(all.utf8).write(to: file)
        let result = try program.run("index", program.photos.path, "--config", file.path)
        #expect(result.complaint.contains("/srv/photos cannot be used: No such file"))
        #expect(!result.complaint.contains(file.path))
    }

    @Test
    func `the page of the feed has every type of line`() throws {
        let page = try text("man/heliograph-feed.5")
        let schema = try String(
            contentsOf: Program.package.appendingPathComponent("contrib/feed.schema.json"),
            encoding: .utf8
        )
        let types = schema.matches(of: /"const": *"([a-zA-Z]+)"/).map { String($0.output.1) }
        #expect(types.count >= 8)
        for type in types { #expect(page.contains(type), "no word of \(type)") }
    }

    @Test
    func `the package is of the program's version`() throws {
        let version = try program.run("--version").output.trimmingCharacters(
            in: .whitespacesAndNewlines
        )
        #expect(try text("debian/changelog").hasPrefix("heliograph (\(version)"))
    }

    @Test
    func `a unit is told of folders with any name, and by a broken configuration nothing`() throws {
        let file = program.work.appendingPathComponent("x.toml")
        func settings(_ text: String) throws -> Program.Outcome {
            try Data(text.utf8).write(to: file)
            return try program.run("service-settings", "--config", file.path)
        }
        let text = try settings(
            #"roots = ["/srv/a b", "/srv/100% \"x\"\\", "/home/ann/P:x", "/srv/../srv//c/"]"#
        ).output.split(separator: "\n").dropFirst(2)
        #expect(
            text.map(String.init) == [
                #"ReadOnlyPaths="-/srv/a b""#, #"ReadOnlyPaths="-/srv/100%% \"x\"\\""#,
                #"BindReadOnlyPaths="-/home/ann/P\\:x""#, #"ReadOnlyPaths="-/srv/c""#,
            ]
        )
        let writable = try settings("roots = [\"/srv/a\", \"/home/b\"]\nread-only = false").output
        #expect(writable.contains("ReadWritePaths=\"-/srv/a\"\nBindPaths=\"-/home/b\"\n"))
        let broken = try settings("roots = 5")
        #expect(broken.code == 64)
        #expect(broken.output == "")
    }
}
