import Foundation
import TestSupport
import Testing

/// What a gallery answers, and to whom.
struct GalleryTests {
    private let program: Program
    private let gallery: GalleryProgram

    init() throws {
        program = try Program()
        for number in 0..<12 { try program.picture("d\(number % 3)/\(number).jpg", number) }
        // One that has pixels.
        let drawn = program.photos.appendingPathComponent("d3/drawn.tif")
        try FileManager.default.createDirectory(
            at: drawn.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(ThumbnailTests.tiff(width: 60, height: 40, red: 200)).write(to: drawn)
        #expect(try program.run("index", program.photos.path).code == 0)
        gallery = try GalleryProgram(program)
    }

    @Test func `the page comes with all it needs, and with the word that nothing else is wanted`()
        throws
    {
        let page = try gallery.request("/")
        #expect(page.status == 200)
        #expect(page.headers["content-security-policy"]?.contains("default-src 'none'") == true)
        #expect(page.headers["x-content-type-options"] == "nosniff")
        let text = String(decoding: page.body, as: UTF8.self)
        #expect(!text.contains("http:") && !text.contains("https:"))
        for name in [
            "gallery.css", "icon.svg", "edits.js", "element.js", "facts.js", "gallery.js",
            "grid.js", "headings.js", "help.js", "keys.js", "layout.js", "list.js", "pictures.js",
            "place.js", "scroll.js", "selection.js", "sidebar.js", "tile.js", "viewer.js",
            "words.js", "zoom.js",
        ] {
            let file = try gallery.request("/\(name)")
            #expect(file.status == 200 && !file.body.isEmpty, "\(name)")
            let again = try gallery.request(
                "/\(name)",
                ["If-None-Match": file.headers["etag"] ?? ""]
            )
            #expect(again.status == 304 && again.body.isEmpty, "\(name)")
        }
    }

    @Test func `a list is what fetching gives, in months, and a search finds what it says`() throws
    {
        let known = try program.assets().values.compactMap { $0["id"] as? String }
        let ids = try gallery.items().compactMap {
            ($0["id"] as? String)?.replacing(".", with: "/")
        }
        #expect(Set(ids) == Set(known) && ids.count == 13)
        let list = try gallery.request("/api/list").object
        let months = list["months"] as? [[String: Any]] ?? []
        #expect(list["count"] as? Int == 13)
        #expect(months.reduce(0) { $0 + ($1["count"] as? Int ?? 0) } == 13)
        #expect(
            try gallery.items("&search=filename%20==%20'7.jpg'").map { $0["name"] as? String } == [
                "7.jpg"
            ]
        )
        #expect(try gallery.items("&search=7.jpg").map { $0["name"] as? String } == ["7.jpg"])
        let mistake = try gallery.request("/api/list?search=pixelWidth%20%3C")
        #expect(mistake.status == 400 && mistake.object["position"] as? Int == 12)
        let library = try gallery.request("/api/library").object
        let names = library["valueNames"] as? [String: [String]]
        #expect(names?.keys.sorted() == ["mediaSubtypes", "mediaType", "traits"])
        #expect(names?["mediaType"] == ["unknown", "image", "video", "audio"])
        let albums = library["albums"] as? [[String: Any]] ?? []
        #expect(albums.compactMap { $0["title"] as? String }.sorted() == ["d0", "d1", "d2", "d3"])
        for album in albums {
            #expect(try gallery.items("&of=\(album["id"] ?? "")").count == album["count"] as? Int)
        }
    }

    @Test func `words find directories, and a list of what they found follows a new name`() throws {
        #expect(try gallery.items("&search=d1").count == 4 && gallery.items("&search=rome").isEmpty)
        try program.move("d1", to: "Rome 2023")
        #expect(try program.run("index").code == 0)
        try program.wait {
            try gallery.items("&search=rome").count == 4 && gallery.items("&search=d1").isEmpty
        }
        #expect(try gallery.items("&search=directory%20==%20'Rome%202023'").count == 4)
        #expect(
            try gallery.items("&search=rome%202023%207").map { $0["name"] as? String } == ["7.jpg"]
        )
    }

    @Test func `a picture is kept for ever by its content, and an original comes in parts`() throws
    {
        let item = try #require(try gallery.items("&search=drawn.tif").first)
        let picture = try gallery.request(GalleryProgram.thumbnail(item))
        #expect(picture.status == 200)
        #expect(picture.headers["content-type"]?.hasPrefix("image/") == true)
        #expect(picture.headers["cache-control"]?.contains("immutable") == true)
        let again = try gallery.request(
            GalleryProgram.thumbnail(item),
            ["If-None-Match": picture.headers["etag"] ?? ""]
        )
        #expect(again.status == 304)
        #expect(try gallery.request(GalleryProgram.thumbnail(item, side: 300)).status == 404)
        let facts = try gallery.request("/api/photos/\(item["id"] ?? "")").object
        #expect((facts["dates"] as? [String: Any])?["source"] as? String == "mtime")
        let file = try #require((facts["files"] as? [[String: Any]])?.first)
        let path = "/originals/\(item["id"] ?? "")/\(file["number"] ?? "")"
        let bytes = try Data(contentsOf: program.photos.appendingPathComponent("d3/drawn.tif"))
        #expect(file["name"] as? String == "drawn.tif")
        #expect(try gallery.request(path).body == bytes)
        let part = try gallery.request(path, ["Range": "bytes=10-19"])
        #expect(part.status == 206 && part.body == bytes[10..<20])
        #expect(part.headers["content-range"] == "bytes 10-19/\(bytes.count)")
        #expect(try gallery.request(path, ["Range": "bytes=\(bytes.count)-"]).status == 416)
        #expect(try gallery.request("/originals/\(item["id"] ?? "")/99").status == 404)
    }

    @Test func `a picture is given as often as it is asked for, until its photo goes`() throws {
        let item = try #require(try gallery.items("&search=drawn.tif").first)
        let path = GalleryProgram.thumbnail(item)
        let first = try gallery.request(path)
        let again = try gallery.request(path)
        #expect(again.status == 200 && again.body == first.body && !first.body.isEmpty)
        for field in ["content-type", "cache-control", "etag"] {
            #expect(again.headers[field] == first.headers[field], "\(field)")
        }
        try FileManager.default.removeItem(
            at: program.photos.appendingPathComponent("d3/drawn.tif")
        )
        #expect(try program.run("index").code == 0)
        try program.wait { try gallery.request(path).status == 404 }
    }

    @Test func `a picture of a file that is not indexed yet is kept by nobody`() throws {
        let other = program.photos.appendingPathComponent("d3/other.tif")
        try Data(ThumbnailTests.tiff(width: 60, height: 40, red: 10)).write(to: other)
        #expect(try program.run("index").code == 0)
        try program.wait { try gallery.items("&search=other.tif").count == 1 }
        let item = try #require(try gallery.items("&search=drawn.tif").first)
        let drawn = program.photos.appendingPathComponent("d3/drawn.tif")
        // They exchange their names while nobody looks.
        let aside = program.photos.appendingPathComponent("d3/aside.tif")
        for (from, to) in [(drawn, aside), (other, drawn), (aside, other)] {
            try FileManager.default.moveItem(at: from, to: to)
        }
        let early = try gallery.request(GalleryProgram.thumbnail(item))
        #expect(early.status == 200 && early.headers["cache-control"] == "no-store")
        #expect(try program.run("index").code == 0)
        try program.wait {
            let picture = try gallery.request(GalleryProgram.thumbnail(item))
            return picture.headers["cache-control"]?.contains("immutable") == true
                && picture.body != early.body
        }
    }

    @Test func `a list is right after a backup took the place of the catalogue`() throws {
        #expect(try gallery.items().count == 13)
        let backup = program.work.appendingPathComponent("backup.sqlite").path
        #expect(try program.run("backup", backup).code == 0)
        for number in 20..<23 { try program.picture("d1/\(number).jpg", number) }
        #expect(try program.run("index").code == 0)
        try program.wait { try gallery.items().count == 16 }
        // As many changes as the page knows of, and others.
        for number in 20..<23 { try program.remove("d1/\(number).jpg") }
        for number in 30..<34 { try program.picture("d2/\(number).jpg", number) }
        #expect(try program.run("restore-catalogue", backup).code == 0)
        #expect(try program.run("index").code == 0)
        try program.wait {
            let known = try program.assets().values.compactMap { $0["id"] as? String }
            let shown = try gallery.items().compactMap {
                ($0["id"] as? String)?.replacing(".", with: "/")
            }
            return shown.count == 17 && Set(shown) == Set(known)
        }
    }

    @Test func `a head is an answer without its body, and starts no stream`() throws {
        let item = try #require(try gallery.items("&search=drawn.tif").first)
        for path in [
            "/", "/gallery.js", "/api/list", GalleryProgram.thumbnail(item),
            "/originals/\(item["id"] ?? "")/0",
        ] {
            let head = try gallery.request(path, method: "HEAD")
            #expect(head.status == 200 && head.body.isEmpty, "\(path)")
            let whole = try gallery.request(path)
            #expect(head.headers["content-type"] == whole.headers["content-type"], "\(path)")
            #expect(head.headers["content-length"] == whole.headers["content-length"], "\(path)")
        }
        #expect(try gallery.request("/api/events", method: "HEAD").body.isEmpty)
        #expect(
            try gallery.request("/api/list", ["Host": "evil.example"], method: "HEAD").status == 421
        )
    }

    @Test func `a photo is found in a list by its identifier`() throws {
        let all = try gallery.items()
        for (position, item) in all.enumerated() {
            let answer = try gallery.request("/api/position?id=\(item["id"] ?? "")")
            #expect(answer.object["position"] as? Int == position)
        }
        let other = try gallery.request(
            "/api/position?search=drawn.tif&id=\(try gallery.items("&search=7.jpg")[0]["id"] ?? "")"
        )
        #expect(other.status == 200 && other.object["position"] == nil)
        #expect(try gallery.request("/api/position?id=nothing").status == 404)
        #expect(try gallery.request("/api/position").status == 400)
    }

    @Test func `a catalogue that is damaged is said to be so, and not shown as an empty library`()
        throws
    {
        let path = program.catalogue
        let size = try #require(
            try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        )
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.seek(toOffset: 3 * 4_096)
        try file.write(contentsOf: Data(repeating: 0xA5, count: size - 3 * 4_096))
        try file.close()
        let gallery = try GalleryProgram(program)
        _ = try gallery.request("/api/list")
        let reason = try gallery.request("/api/library").object["unavailable"] as? String
        #expect(reason?.contains("damaged") == true, "\(reason ?? "")")
    }

    @Test func `identifiers of another library name nothing`() throws {
        let other = try Program()
        for number in 20..<23 { try other.picture("e/\(number).jpg", number) }
        #expect(try other.run("index", other.photos.path).code == 0)
        let theirs = try GalleryProgram(other)
        let item = try #require(
            (try theirs.request("/api/items?from=0&count=9").object["items"] as? [[String: Any]])?
                .first
        )
        let albums = try theirs.request("/api/library").object["albums"] as? [[String: Any]]
        let album = try #require(albums?.first?["id"] as? String)
        let id = item["id"] as? String ?? ""
        for path in [
            "/api/photos/\(id)", "/originals/\(id)/0", GalleryProgram.thumbnail(item),
            "/api/position?id=\(id)",
            "/api/list?of=\(album)", "/api/events?of=\(album)",
        ] {
            #expect(try gallery.request(path).status == 404, "\(path)")
        }
        #expect(try theirs.request("/api/photos/\(id)").status == 200)
    }

    @Test func `other names, other pages and other paths get nothing`() throws {
        let refused: [([String: String], Int)] = [
            (["Host": "evil.example"], 421),
            (["Host": "localhost.evil.example:\(gallery.port)"], 421),
            (["Origin": "https://evil.example"], 403), (["Origin": "null"], 403),
            (["Sec-Fetch-Site": "cross-site"], 403), (["Sec-Fetch-Site": "same-site"], 403),
        ]
        for (headers, status) in refused {
            let answer = try gallery.request("/api/list", headers)
            #expect(answer.status == status, "\(headers)")
            #expect(answer.object["count"] == nil, "\(headers)")
        }
        // A link from elsewhere leads to the page itself.
        #expect(try gallery.request("/", ["Sec-Fetch-Site": "cross-site"]).status == 200)
        for path in [
            "/../../etc/passwd", "/thumbnails/256/x/..%2F..%2Fetc%2Fpasswd",
            "/originals/..%2F..%2Fetc/0",
            "/originals/%2Fetc%2Fpasswd/0", "/api/photos/' OR 1=1", "/nothing",
            "/thumbnails/256/x/y",
            "/api/items?from=-1&count=5", "/api/items?from=0&count=100000", "/api/list?of=../x",
        ] {
            let answer = try gallery.request(path.replacing(" ", with: "%20"))
            #expect([400, 404].contains(answer.status), "\(path): \(answer.status)")
        }
        #expect(try gallery.request("/api/list", method: "POST").status == 404)
        #expect(try gallery.request("/api/list").status == 200)
    }
}
