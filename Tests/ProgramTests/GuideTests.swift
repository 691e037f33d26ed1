import Foundation
import TestSupport
import Testing

/// The README and the guides: what they say to type works, and their links lead somewhere.
struct GuideTests {
    /// The pages with blocks that are run here, each with the photos below in a home directory of its own.
    static let pages = [
        "README.md", "Documentation/Follow-a-Library.md", "Documentation/Commands.md",
        "Documentation/Catalogue.md", "Documentation/Gallery.md", "Documentation/Photo-App.md",
        "Sources/Photos/Photos.docc/GettingStarted.md",
        "Sources/Photos/Photos.docc/SmartAlbums.md",
    ]

    /// Blocks that are typed elsewhere: in the system that boots, by `contrib/blocks`, at a terminal or on another
    /// machine.
    static let others: Set<String> = [
        "package", "remove", "build", "app", "password", "new-machine",
    ]

    @Test(arguments: pages)
    func `commands do what the page says`(page: String) throws {
        let home = try GuideHome()
        #expect(try home.run("heliograph index ~/Pictures", follows: false).code == 0)
        var count = 0
        for block in try MarkdownPage(page).blocks where block.language == "sh" {
            if Self.others.contains(block.note) { continue }
            let run = try home.run(block.text, follows: block.note == "follows")
            #expect(run.code == 0, "\(page): \(block.text)\n\(run.complaint)")
            count += 1
        }
        #expect(count > 0)
    }

    @Test func `every block of the README and the guides is typed`() throws {
        func text(_ path: String) throws -> String {
            try String(contentsOf: Program.package.appendingPathComponent(path), encoding: .utf8)
        }
        let booted = try text("Packaging/test-deb")
        let built = try text("contrib/blocks/run")
        for page in MarkdownPage.all
        where page == "README.md" || page.hasPrefix("Documentation/") {
            for block in try MarkdownPage(page).blocks where block.language == "sh" {
                let isTyped =
                    switch block.note {
                    case "", "follows": Self.pages.contains(page)
                    case "package", "remove": booted.contains(page)
                    case "build", "app": built.contains("\"sh \(block.note)\"")
                    case "password": page == "Documentation/Gallery.md"
                    default: block.note == "new-machine" && page == "Documentation/Catalogue.md"
                    }
                #expect(isTyped, "\(page): \(block.text)")
            }
        }
    }

    @Test func `the follower in Python has what there is`() throws {
        let home = try GuideHome()
        let block = try #require(
            try MarkdownPage("Documentation/Follow-a-Library.md").blocks
                .first { $0.language == "python" }
        )
        #expect(try home.run("heliograph index ~/Pictures", follows: false).code == 0)
        try Data(block.text.utf8).write(to: home.folder.appendingPathComponent("follower.py"))
        func follow() throws -> String {
            try home.run("python3 follower.py", follows: false).output
        }
        #expect(try follow() == "4 assets\n")
        #expect(try home.run("rm ~/Pictures/Italy/*", follows: false).code == 0)
        #expect(try home.run("heliograph index", follows: false).code == 0)
        #expect(try follow() == "2 assets\n")
        // Another library has taken the place of the one that the token is of.
        let another = "rm -r ~/.local/state/heliograph; heliograph index ~/Pictures"
        #expect(try home.run(another, follows: false).code == 0)
        #expect(try follow() == "2 assets\n")
    }

    @Test func `the follower in JavaScript has what there is, and follows`() throws {
        let home = try GuideHome()
        let block = try #require(
            try MarkdownPage("Documentation/Follow-a-Library.md").blocks
                .first { $0.language == "javascript" }
        )
        try Data(block.text.utf8).write(to: home.folder.appendingPathComponent("follower.js"))
        func follow(after change: String) throws -> [String] {
            #expect(try home.run(change, follows: false).code == 0)
            let run = try home.run("exec node follower.js", follows: true)
            let list = try home.run("jq -r '.paths[]' photos.json | sort", follows: false)
            return (run.output + list.output).split(separator: "\n").map(String.init)
        }
        #expect(try home.run("node follower.js", follows: false).code == 66)
        let paths = ["IMG_0001.JPG", "IMG_0002.JPG", "Italy/IMG_0001.JPG", "Italy/IMG_0003.JPG"]
            .map { "\(home.folder.path)/Pictures/\($0)" }
        #expect(try follow(after: "heliograph index ~/Pictures") == ["4 photos"] + paths)
        // A photo that goes while nobody follows.
        let gone = "rm ~/Pictures/Italy/*; heliograph index"
        #expect(try follow(after: gone) == ["2 photos"] + paths.prefix(2))
        // Another library takes the place of the one that the token is of.
        let another =
            "rm -r ~/.local/state/heliograph ~/Pictures/IMG_0002.JPG; heliograph index ~/Pictures"
        #expect(try follow(after: another) == ["1 photos"] + paths.prefix(1))
    }

    @Test func `a library moves to another machine with its edits and identifiers`() throws {
        let (old, new) = (try GuideHome(), try GuideHome())
        let block = try #require(
            try MarkdownPage("Documentation/Catalogue.md").blocks.first { $0.note == "new-machine" }
        )
        let said = old.folder.appendingPathComponent("Pictures").path
        let list = "heliograph assets | jq -r '[.path, .id, .favorite] | @tsv' | sort"
        let before = try old.run(
            """
            heliograph index ~/Pictures >/dev/null
            heliograph edit ~/Pictures/Italy/IMG_0003.JPG --favorite >/dev/null
            heliograph backup ~/backup.sqlite >/dev/null
            rm -r \(new.folder.path)/Pictures
            cp -a ~/Pictures ~/backup.sqlite \(new.folder.path)
            \(list)
            """,
            follows: false
        )
        #expect(before.code == 0 && before.output.contains("true"), "\(before.complaint)")
        let typed = block.text.replacing("/home/ann/Pictures", with: said)
        let run = try new.run(typed, follows: false)
        #expect(run.code == 0 && typed != block.text, "\(run.complaint)")
        #expect(try new.run(list, follows: false).output == before.output)
    }

    @Test func `the gallery gets a password, and is then open to other machines`() throws {
        let home = try GuideHome()
        let blocks = try MarkdownPage("Documentation/Gallery.md").blocks
            .filter { $0.note == "password" }
        try #require(blocks.count == 2)
        #expect(try home.run("heliograph index ~/Pictures", follows: false).code == 0)
        // Without a password it is refused.
        #expect(try home.run("exec \(blocks[1].text)", follows: false).code != 0)
        let typed = "echo 'a pass phrase' | \(blocks[0].text)"
        #expect(try home.run(typed, follows: false).code == 0)
        let run = try home.run(blocks[1].text, follows: true)
        #expect(run.code == 0 && run.output.contains("http://"), "\(run.complaint)")
    }

    @Test(arguments: ["Documentation/Commands.md", "Sources/Photos/Photos.docc/SmartAlbums.md"])
    func `configurations are without mistakes`(page: String) throws {
        let home = try GuideHome()
        for block in try MarkdownPage(page).blocks where block.language == "toml" {
            let file = home.folder.appendingPathComponent("x.toml")
            try Data(block.text.utf8).write(to: file)
            let run = try home.run("heliograph index ~/Pictures --config x.toml", follows: false)
            let isWithoutFolder = run.complaint.contains("/srv/photos cannot be used: No such file")
            #expect(isWithoutFolder == block.text.contains("/srv/photos"), "\(run.complaint)")
            #expect(!run.complaint.contains("x.toml"), "\(run.complaint)")
        }
    }

    @Test func `lines of JSON are JSON`() throws {
        for page in MarkdownPage.all {
            for block in try MarkdownPage(page).blocks
            where block.language == "json" && block.note.isEmpty {
                for line in block.text.split(separator: "\n") {
                    #expect(throws: Never.self, "\(page): \(line)") {
                        try JSONSerialization.jsonObject(with: Data(line.utf8))
                    }
                }
            }
        }
    }

    /// The app itself is built with the package and run below.
    @Test func `the app of the guide is the one that is built here`() throws {
        let example = "contrib/examples/newest"
        var files: Set<String> = []
        for block in try MarkdownPage("Documentation/Photo-App.md").blocks
        where block.language == "swift" {
            let text = try String(
                contentsOf: Program.package.appendingPathComponent("\(example)/\(block.note)"),
                encoding: .utf8
            )
            let here = text.replacing(
                #"name: "heliograph", path: "../../..""#,
                with: #"path: "../heliograph""#
            )
            #expect(block.text == here, "\(block.note)")
            files.insert(block.note)
        }
        #expect(files.count == 5)
    }

    @Test func `what a class needs of Combine is compiled here as the page has it`() throws {
        let page = try MarkdownPage("Sources/Photos/Photos.docc/PortingFromPhotoKit.md")
        let block = try #require(page.blocks.first { $0.text.contains("ObservableObject") })
        let compiled = try String(
            contentsOf: Program.package.appendingPathComponent(
                "Tests/SourceCompatibility5/ObservableStore.swift"
            ),
            encoding: .utf8
        )
        #expect(compiled.contains(block.text))
    }

    @Test(arguments: ["assets", "albums"])
    func `a line that the page shows has the keys of those that are printed`(command: String) throws
    {
        let block = try #require(
            try MarkdownPage("Documentation/Commands.md").blocks
                .first { $0.language == "json" && $0.note == command }
        )
        let shown = try #require(
            try JSONSerialization.jsonObject(with: Data(block.text.utf8)) as? [String: Any]
        )
        let home = try GuideHome()
        #expect(try home.run("heliograph index ~/Pictures", follows: false).code == 0)
        let line = try #require(
            try home.run("heliograph \(command) | cat", follows: false).lines.first
        )
        #expect(shown.keys.sorted() == line.keys.sorted())
    }

    @Test func `the app of the guide makes a page, and marks a favorite`() throws {
        let home = try GuideHome()
        #expect(try home.run("heliograph index ~/Pictures", follows: false).code == 0)
        let first = try home.run("newest site --once", follows: false)
        #expect(first.code == 0, "\(first.output) \(first.complaint)")
        #expect(first.output.contains("the first run\n4 photos in site/index.html"))
        #expect(try home.run("newest site --favorite --once", follows: false).code == 0)
        let again = try home.run("newest site --once; grep -c ♥ site/index.html", follows: false)
        #expect(again.output.contains("photos that came since the last run: 0"))
        #expect(again.output.hasSuffix("1\n"), "\(again.output)")
        let photo = "~/Pictures/IMG_0002.JPG"
        let restored = "heliograph trash \(photo); heliograph restore \(photo); newest site --once"
        #expect(try home.run(restored, follows: false).output.contains("since the last run: 0"))
        let copied = "echo >> \(photo); cp \(photo) ~/Pictures/new.jpg; heliograph index"
        let one = try home.run("\(copied); newest site --once", follows: false)
        #expect(one.output.contains("since the last run: 1"), "\(one.output)")
    }

    @Test func `the app of the guide runs without a catalogue, and when there is one`() throws {
        let home = try GuideHome()
        for report in ["the first run", "what changed since the last run is no longer known"] {
            let run = try home.run("newest site --once", follows: false)
            #expect(run.code == 0, "\(run.output) \(run.complaint)")
            #expect(run.output == "\(report)\n0 photos in site/index.html\n")
        }
        #expect(try home.run("heliograph index ~/Pictures", follows: false).code == 0)
        let first = try home.run("newest site --once", follows: false)
        #expect(first.output.contains("no longer known\n4 photos in site/index.html"))
        // A catalogue that is away for a run leaves the position as it is.
        let away = "mv ~/.local/state/heliograph ~/away"
        let gone = try home.run("\(away) && newest site --once", follows: false)
        #expect(gone.code == 0, "\(gone.output) \(gone.complaint)")
        #expect(gone.output.contains("is not known: there is no catalogue"), "\(gone.output)")
        let back = "mv ~/away ~/.local/state/heliograph"
        let again = try home.run("\(back) && newest site --once", follows: false)
        #expect(again.output.contains("photos that came since the last run: 0"), "\(again.output)")
    }

    @Test(arguments: MarkdownPage.all)
    func `links lead somewhere`(page: String) throws {
        let markdown = try MarkdownPage(page)
        let folder = Program.package.appendingPathComponent(page).deletingLastPathComponent()
        for link in markdown.links where !link.contains("://") {
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            let path = parts[0].isEmpty ? page : String(parts[0])
            let file =
                parts[0].isEmpty
                ? Program.package.appendingPathComponent(page) : folder.appendingPathComponent(path)
            #expect(FileManager.default.fileExists(atPath: file.path), "\(page): \(link)")
            guard parts.count == 2, file.pathExtension == "md" else { continue }
            let other = try MarkdownPage(at: file)
            #expect(other.anchors.contains(String(parts[1])), "\(page): \(link)")
        }
    }
}
