import Foundation
import TestSupport
import Testing

/// What pages may change.
struct GalleryEditTests {
    private let program: Program
    private let gallery: GalleryProgram

    init() throws {
        program = try Program()
        for number in 0..<6 { try program.picture("d/\(number).jpg", number) }
        #expect(try program.run("index", program.photos.path).code == 0)
        gallery = try GalleryProgram(program, "--editable")
    }

    private func ids(_ query: String = "") throws -> [String] {
        try gallery.items(query).compactMap { $0["id"] as? String }
    }

    @discardableResult
    private func edit(_ kind: String, _ more: [String: Any]) throws -> GalleryProgram.Answer {
        let body = try JSONSerialization.data(withJSONObject: more.merging(["kind": kind]) { $1 })
        return try gallery.request(
            "/api/edits",
            method: "POST",
            body: String(decoding: body, as: UTF8.self)
        )
    }

    @Test func `hearts are set and taken back, and what is hidden leaves the list`() throws {
        let all = try ids()
        let two = Array(all[..<2])
        #expect(try edit("favorite", ["photos": two]).object["photos"] as? Int == 2)
        try program.wait { try Set(ids("&search=isFavorite%20==%20YES")) == Set(two) }
        try edit("favorite", ["photos": [two[0]], "value": false])
        try program.wait { try ids("&search=isFavorite%20==%20YES") == [two[1]] }
        try edit("hidden", ["photos": two])
        try program.wait { try ids() == Array(all[2...]) }
        try edit("hidden", ["photos": two, "value": false])
        try program.wait { try ids() == all }
    }

    @Test func `what is deleted lies in the trash, and is restored to where it was`() throws {
        let all = try ids()
        #expect(try edit("delete", ["photos": [all[0], all[3]]]).status == 200)
        let files = {
            try FileManager.default.contentsOfDirectory(atPath: program.photos.path + "/d")
        }
        #expect(try files().count == 4)
        try program.wait { try ids().count == 4 }
        #expect(try Set(ids("&of=\(trash())")) == [all[0], all[3]])
        #expect(try edit("restore", ["photos": [all[3], all[0]]]).status == 200)
        #expect(try files().count == 6)
        #expect(try program.run("index").code == 0)
        try program.wait { try ids() == all }
    }

    private func trash() throws -> String {
        let library = try gallery.request("/api/library").object
        let albums = library["smartAlbums"] as? [[String: Any]] ?? []
        return try #require(albums.first { $0["isTrash"] as? Bool == true }?["id"] as? String)
    }

    @Test func `a deleted photo keeps its picture`() throws {
        let before = try Set(ids())
        // One that has pixels.
        let drawn = ThumbnailTests.tiff(width: 60, height: 40, red: 200)
        try program.write([UInt8](drawn), to: "drawn.tif")
        #expect(try program.run("index").code == 0)
        try program.wait { try ids().count == before.count + 1 }
        #expect(try edit("delete", ["photos": Array(Set(ids()).subtracting(before))]).status == 200)
        let trash = try trash()
        try program.wait { try gallery.items("&of=\(trash)").count == 1 }
        let item = try #require(try gallery.items("&of=\(trash)").first)
        let picture = try gallery.request(GalleryProgram.thumbnail(item))
        #expect(picture.status == 200 && !picture.body.isEmpty)
    }

    @Test func `albums are made, filled, renamed, emptied and deleted`() throws {
        let all = try ids()
        let made = try edit("makeAlbum", ["title": "Of mine", "photos": [all[4], all[1]]])
        let album = try #require(made.object["album"] as? String)
        #expect(try ids("&of=\(album)") == [all[4], all[1]])
        try edit("add", ["album": album, "photos": [all[0]]])
        try program.wait { try ids("&of=\(album)") == [all[4], all[1], all[0]] }
        try edit("remove", ["album": album, "photos": [all[1]]])
        try program.wait { try ids("&of=\(album)") == [all[4], all[0]] }
        try edit("renameAlbum", ["album": album, "title": "👨‍👩‍👧 خانه ✈️"])
        try edit("renameAlbum", ["album": album, "title": "Renamed"])
        let titles = {
            let library = try gallery.request("/api/library").object
            return (library["albums"] as? [[String: Any]] ?? []).compactMap {
                $0["title"] as? String
            }
        }
        #expect(try titles().contains("Renamed") && !titles().contains("Of mine"))
        #expect(try edit("deleteAlbum", ["album": album]).status == 200)
        #expect(try !titles().contains("Renamed"))
        #expect(try gallery.request("/api/list?of=\(album)").status == 404)
        #expect(try ids() == all)
    }

    @Test func `pages with an album that is deleted are told that it is gone`() throws {
        let album = try #require(
            try edit("makeAlbum", ["title": "Short-lived", "photos": [ids()[0]]]).object["album"]
                as? String
        )
        let version = try #require(
            try gallery.request("/api/list?of=\(album)").object["version"] as? String
        )
        let events = try gallery.connect(
            "GET /api/events?of=\(album)&after=\(version) HTTP/1.1\r\nHost: localhost\r\n\r\n"
        )
        var told = String(decoding: events.availableData, as: UTF8.self)
        #expect(try edit("deleteAlbum", ["album": album]).status == 200)
        while !told.contains("event: gone") {
            let piece = events.availableData
            try #require(!piece.isEmpty, "the line has ended after \(told)")
            told += String(decoding: piece, as: UTF8.self)
        }
        #expect(try gallery.request("/api/list?of=\(album)").status == 404)
    }

    @Test func `what is no edit changes nothing, and says why`() throws {
        let all = try ids()
        let folder = try gallery.request("/api/library").object["albums"] as? [[String: Any]]
        let directory = try #require(folder?.first?["id"] as? String)
        let refused: [(String, [String: Any], Int)] = [
            ("explode", [:], 400), ("delete", [:], 400), ("delete", ["photos": []], 400),
            ("delete", ["photos": [all[0], "AAAA.L0.001"]], 404),
            ("delete", ["photos": ["../../etc/passwd"]], 400),
            ("delete", ["photos": Array(repeating: all[0], count: 1_001)], 400),
            ("deleteAlbum", ["album": directory], 400), ("renameAlbum", ["album": "x"], 404),
            ("makeAlbum", ["title": ""], 400),
            ("makeAlbum", ["title": " \u{200B}\u{2060}\u{FE0F}"], 400),
            ("makeAlbum", ["title": "a\u{202E}gpj.b"], 400),
            ("makeAlbum", ["title": "two\u{2028}lines"], 400),
            ("makeAlbum", ["title": String(repeating: "x", count: 300)], 400),
        ]
        for (kind, more, status) in refused {
            let answer = try edit(kind, more)
            #expect(answer.status == status, "\(kind) \(more)")
            #expect(answer.object["error"] is String, "\(kind)")
        }
        let large = String(repeating: " ", count: 200_000)
        #expect(try gallery.request("/api/edits", method: "POST", body: large).status == 413)
        let body = #"{"kind": "delete", "photos": ["\#(all[0])"]}"#
        for origin in ["https://evil.example", "null"] {
            let answer = try gallery.request(
                "/api/edits",
                ["Origin": origin],
                method: "POST",
                body: body
            )
            #expect(answer.status == 403)
        }
        #expect(try ids() == all)
        let readOnly = try GalleryProgram(program)
        #expect(try readOnly.request("/api/edits", method: "POST", body: body).status == 404)
        #expect(try readOnly.request("/api/library").object["isEditable"] as? Bool == false)
    }
}
