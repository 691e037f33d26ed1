import Foundation
import TestSupport
import Testing

struct ConfigurationTests {
    @Test
    func `a configuration names the folders and the user's smart albums`() throws {
        let program = try Program()
        try program.picture("a.jpg", 1)
        try program.picture("Screenshot 1.jpg", 2)
        let file = program.work.appendingPathComponent("heliograph.toml")
        func configure(_ text: String) throws {
            try Data(text.utf8).write(to: file)
        }
        try configure(
            """
            # what to follow
            roots = ["\(program.photos.path)"]
            ignore = ["*.part"]
            rescan = "2h"
            read-only = true
            history = "90d"

            [[smart-album]]
            title = "Shots"
            predicate = "mediaSubtypes CONTAINS photoScreenshot"

            [[smart-album]]
            title = "Small"
            predicate = "pixelWidth < 10"
            """
        )
        #expect(try program.run("index", "--config", file.path).code == 0)
        func albums() throws -> [String: Int] {
            let lines = try program.run("albums", "--kind", "smartAlbum").lines
            let own = lines.filter { $0["subtype"] as? String == "smartAlbumGeneric" }
            return Dictionary(
                uniqueKeysWithValues: own.map {
                    ($0["title"] as? String ?? "", $0["count"] as? Int ?? -1)
                }
            )
        }
        #expect(try albums() == ["Shots": 1, "Small": 0])
        let shots =
            try program.run("albums", "--kind", "smartAlbum").lines
            .first { $0["title"] as? String == "Shots" }?["id"] as? String
        #expect(try program.run("assets", "--album", shots ?? "").lines.count == 1)
        try configure(
            """
            [[smart-album]]
            title = "Shots"
            predicate = "mediaType == image"
            """
        )
        #expect(try program.run("index", "--config", file.path).code == 0)
        #expect(try albums() == ["Shots": 2])
        let again =
            try program.run("albums", "--kind", "smartAlbum").lines
            .first { $0["title"] as? String == "Shots" }?["id"] as? String
        #expect(again == shots)
        let more = try program.run(
            "index",
            "--config",
            file.path,
            "--smart-album",
            "Big=pixelWidth > 10000"
        )
        #expect(more.code == 0)
        #expect(try albums() == ["Shots": 2, "Big": 0])
    }

    @Test(arguments: [
        ("roots = [\"/x\"]\ncolour = 1", "2: there is no key 'colour'"),
        ("\nrescan = 5", "2: 'rescan' must be a time such as"),
        (
            "rescan = \"24:00\"",
            "1: 'rescan' must be a time such as \"30m\" or \"1h\", an hour such as"
        ),
        ("rescan = \"3:5\"", "1: 'rescan' must be a time such as"),
        (
            "read-only = true\r\nignore = [\"misc/\"]\r\n",
            "2: 'ignore': misc/ has a / in it, and patterns are compared to names of files and directories, not to paths; write: misc"
        ),
        ("read-only = true\r\n\r\nrescan = 5\r\n", "3: 'rescan' must be"),
        (
            "read-only = true\r\nhistory = '30d\r\n",
            "2: 'history' is not written right: the closing ' is missing"
        ),
        (
            "[[smart-album]]\ntitle = \"a\"\npredicate = \"hidden == NO\"\n\nhistory = \"1d\"",
            "5: 'history' counts to the smart album above it; put it above the first [[smart-album]]"
        ),
        ("ignore = \"x\"", "1: 'ignore' must be a list, with brackets: ignore = [\"x\"]"),
        (
            "roots = [1]",
            "1: 'roots' must be a list of texts in quotes, such as: roots = [\"/srv/photos\"]"
        ),
        (
            "\nroots = [/srv/photos]",
            "2: 'roots' is not written right: /srv/photos must be in quotes; it should look like: roots = [\"/srv/photos\"]"
        ),
        (
            "feed = /run/x",
            "1: 'feed' is not written right: /run/x must be in quotes; it should look like: feed ="
        ),
        (
            "rescan = \"03:00",
            "1: 'rescan' is not written right: the closing \" is missing; it should look like: rescan = \"1h\""
        ),
        (
            "rescan = \"03:00\n\nhistory = \"30d\"",
            "1: 'rescan' is not written right: the closing \" is missing"
        ),
        ("rescan = 03:00", "1: 'rescan' is not written right: 03:00 must be in quotes"),
        (
            "read-only = true\nhistory = '30d",
            "2: 'history' is not written right: the closing ' is missing"
        ),
        (
            "roots = [\"/a\"\n\nrescan = \"1h\"",
            "1: 'roots' is not written right: the closing ] is missing"
        ),
        ("roots = [\"/a\"", "1: 'roots' is not written right: the closing ] is missing"),
        ("roots = [\n\"/a\",\n/b # a disk\n]", "3: /b must be in quotes"),
        (
            "roots = [\"/a\" \"/b\"]",
            "1: 'roots' is not written right: between the values of a list are commas"
        ),
        ("roots = [\n\"/a\"\n\"/b\"]", "3: between the values of a list are commas"),
        (
            "read-only = yes",
            "1: 'read-only' is not written right: yes cannot be its value; it should look like: read-only = true"
        ),
        ("roots = “/a”", "1: 'roots' is not written right: quotes must be straight ones"),
        ("rescan =\n", "1: 'rescan' is not written right: expected value"),
        ("my roots = [\"/a\"]", "1: expected"),
        (
            "roots = [\"C:\\photos\"]",
            "1: 'roots' is not written right: a \\ in a text is written twice"
        ),
        ("rescan: \"1h\"", "1: 'rescan' is not written right: there is no = between"),
        (
            "history = \"1d\"\nhistory = \"2d\"",
            "2: 'history' is not written right: it is there twice"
        ),
        (
            "[[smart-album]\ntitle = \"a\"",
            "1: 'smart-album' is not written right: the closing ] is missing; it should look like: [[smart-album]]"
        ),
        (
            "[[smart-album]]\ntitle = Foo\npredicate = \"a\"",
            "2: 'title' is not written right: Foo must be in quotes"
        ),
        ("read-only = \"yes\"", "1: 'read-only' must be true or false"),
        ("history = \n", "1: "),
        ("[smart-album]\ntitle = \"a\"", "1: 'smart-album' must be written as [[smart-album]]"),
        (
            "[[smart-album]]\ntitle = \"a\"\npredicate = \"hidden == NO\"\n\n[[smart-album]]\ntitle = \"b\"",
            "5: a smart album has just a title and a predicate"
        ),
        (
            "[[smart-album]]\ntitle = \"a\"\npredicate = \"colour == 1\"",
            "3: "
        ),
        (
            "[[smart-album]]\ntitle = \"a\"\npredicate = \"hidden == NO\"\nsort = \"size\"",
            "4: a smart album has no key 'sort'"
        ),
        (
            "rescan = \"1h\"\nhistory = \"30d\" # \0\nread-only = true",
            "2: there is a NUL byte, which is no text; remove it"
        ),
        ("\nroots = [\n\"/a\\u0000b\"]", "3: there is a \\u0000, which no path"),
        ("feed = \"/a\\\\\\U00000000\"", "1: there is a \\u0000, which no path"),
        (
            "ignore = [\"a\\\\u0000\", 'b\\u0000']  # \"\\u0000\"\nrescan = 5",
            "2: 'rescan' must be a time"
        ),
    ])
    func `a mistake is told with file, line and cure`(text: String, complaint: String) throws {
        let program = try Program()
        let file = program.work.appendingPathComponent("heliograph.toml")
        try Data(text.utf8).write(to: file)
        let result = try program.run("index", program.photos.path, "--config", file.path)
        #expect(result.code == 64)
        #expect(result.complaint.contains("\(file.path):\(complaint)"), "\(result.complaint)")
    }

    @Test
    func `a file that is not there, and a predicate on the command line, are told`() throws {
        let program = try Program()
        let missing = try program.run("index", program.photos.path, "--config", "/nowhere/x.toml")
        #expect(missing.code == 64)
        #expect(missing.complaint.contains("/nowhere/x.toml: the configuration cannot be read"))
        let wrong = try program.run("index", program.photos.path, "--smart-album", "A=size >")
        #expect(wrong.code == 64)
        #expect(wrong.complaint.contains("--smart-album 'A'"))
    }

    @Test
    func `a mistake of a million letters is told in a few, with its cure`() throws {
        let program = try Program()
        let file = program.work.appendingPathComponent("heliograph.toml")
        let key = String(repeating: "k", count: 1_000_000)
        for (text, cure) in [
            ("\(key) = 1", "there are roots"), ("roots = \"/\(key)\"", "\"]\n"),
        ] {
            try Data(text.utf8).write(to: file)
            let result = try program.run("index", program.photos.path, "--config", file.path)
            #expect(result.code == 64)
            #expect(result.complaint.utf8.count < 4_000)
            #expect(result.complaint.contains("\(file.path):1: "))
            #expect(result.complaint.contains(cure))
        }
    }

    @Test
    func `what is no regular file is refused by what it is, and nobody waits for it`() throws {
        let program = try Program()
        let pipe = program.work.appendingPathComponent("pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        for (path, kind) in [
            (program.photos.path, "a directory"), (pipe, "a FIFO"), ("/dev/zero", "a device"),
        ] {
            let result = try program.run("index", program.photos.path, "--config", path)
            #expect(result.code == 64)
            let words = "\(path): the configuration cannot be read: it is \(kind)"
            #expect(result.complaint.contains(words), "\(result.complaint)")
            #expect(result.complaint.contains("no regular file"))
        }
    }

    @Test(arguments: [false, true])
    func `a default file whose link leads nowhere is a mistake, and none at all is not`(
        isDirectory: Bool
    ) throws {
        let program = try Program()
        let home = program.work.appendingPathComponent("config")
        let directory = home.appendingPathComponent("heliograph")
        program.environment = ["XDG_CONFIG_HOME": home.path]
        #expect(try program.run("index", program.photos.path).code == 0)
        let file = directory.appendingPathComponent("heliograph.toml")
        let link = isDirectory ? directory : file
        try FileManager.default.createDirectory(
            at: link.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        #expect(symlink("/nowhere/x", link.path) == 0)
        let result = try program.run("index")
        #expect(result.code == 64)
        let subject = isDirectory ? link.path : "it"
        let words =
            "\(file.path): the configuration cannot be read: \(subject) is a symbolic link to /nowhere/x"
        #expect(result.complaint.contains(words), "\(result.complaint)")
    }

    @Test
    func `the file in the home directory counts where none is named, and so does a tilde`() throws {
        let program = try Program()
        try program.picture("a.jpg", 1)
        let home = program.photos.deletingLastPathComponent()
        program.environment = ["HOME": home.path, "XDG_CONFIG_HOME": ""]
        let directory = home.appendingPathComponent(".config/heliograph")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data("roots = [\"~/\(program.photos.lastPathComponent)\"]".utf8)
            .write(to: directory.appendingPathComponent("heliograph.toml"))
        let indexed = try program.run("index")
        #expect(indexed.code == 0, "\(indexed.complaint)")
        #expect(try program.assets().keys.sorted() == ["a.jpg"])
    }
}
