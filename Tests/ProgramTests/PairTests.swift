import Foundation
import TestSupport
import Testing

struct PairTests {
    private func resources(_ line: [String: Any]) -> [String] {
        let asset = line["asset"] as? [String: Any] ?? line
        return (asset["resources"] as? [[String: Any]] ?? []).map {
            "\($0["type"] ?? "") \($0["path"] ?? "")"
        }
    }

    private func subtypes(_ line: [String: Any]) -> [String] {
        (line["asset"] as? [String: Any] ?? line)["mediaSubtypes"] as? [String] ?? []
    }

    private func id(_ line: [String: Any]) -> String? {
        (line["asset"] as? [String: Any] ?? line)["id"] as? String
    }

    @Test
    func `a Live Photo forms when its film comes and dissolves when it goes`() throws {
        let program = try Program()
        try program.write(Sample.liveStill("pair-one"), to: "a.jpg")
        let feed = try Feed(program, program.photos.path)
        let still = try feed.asset("a.jpg", "inserted")
        #expect(subtypes(still).isEmpty)
        try feed.waitUntilSynced()

        try program.write(Sample.liveFilm("pair-one"), to: "a_HEVC.mov")
        let paired = try feed.asset("a.jpg", "changed")
        #expect(id(paired) == id(still))
        #expect(subtypes(paired) == ["photoLive"])
        #expect(resources(paired) == ["photo a.jpg", "pairedVideo a_HEVC.mov"])
        #expect(paired["changedKeys"] as? [String] == ["mediaSubtypes", "resources"])
        #expect(try program.assets().keys.sorted() == ["a.jpg"])

        try program.remove("a_HEVC.mov")
        let alone = try feed.asset("a.jpg", "changed")
        #expect(subtypes(alone).isEmpty)
        #expect(resources(alone) == ["photo a.jpg"])

        try program.write(Sample.liveFilm("pair-one"), to: "a.mov")
        _ = try feed.asset("a.jpg", "changed")
        try program.remove("a.jpg")
        _ = try feed.asset("a.jpg", "removed")
        let film = try feed.asset("a.mov", "inserted")
        #expect(resources(film) == ["video a.mov"])
        #expect(feed.stop() == 0)
        #expect(try program.run("audit").code == 0)
    }

    @Test
    func `a camera's thumbnail gives its film the date and the place, and is no photo`() throws {
        let program = try Program()
        let exif = Sample.exif(zero: [:], photo: [0x9003: .text("2004:05:06 07:08:09")])
        let thumbnail = Sample.jpeg(16, 12, segments: [(0xE1, exif)])
        let dated = Sample.film(samples: 30, created: (movie: 3_611_503_009, track: 0, media: 0))
        let films = [
            "MVI_1.mp4": Sample.film(samples: 30), "MVI_2.MOV": Sample.film(samples: 30),
            "MVI_3.mp4": dated, "20100203_040506.mp4": Sample.film(samples: 30),
        ]
        for (name, film) in films { try program.write(film, to: name) }
        let names = ["MVI_1.THM", "MVI_2.MOV.thm", "MVI_3.THM", "20100203_040506.thm", "MVI_4.THM"]
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        for name in names { try program.write(thumbnail, to: name) }
        func dates() throws -> [String: String] {
            try program.assets().mapValues {
                "\($0["creationDateSource"] ?? "") \(("\($0["creationDate"] ?? "")").prefix(10))"
            }
        }
        let expected = [
            "MVI_1.mp4": "exif 2004-05-06", "MVI_2.MOV": "exif 2004-05-06",
            "MVI_3.mp4": "quicktime 2018-06-10", "20100203_040506.mp4": "exif 2004-05-06",
        ]
        try program.wait { try dates() == expected }
        let film = try #require(try program.assets()["MVI_1.mp4"])
        #expect(resources(film) == ["video MVI_1.mp4", "sidecar MVI_1.THM"])
        try program.remove("20100203_040506.thm")
        try program.wait { try dates()["20100203_040506.mp4"] == "filename 2010-02-03" }
        #expect(feed.stop() == 0)
        #expect(try program.run("audit").code == 0)
    }

    @Test
    func `a deleted pair names both files where they were, and is named by either`() throws {
        let program = try Program()
        try program.write(Sample.liveStill("pair-one"), to: "x/a.jpg")
        try program.write(Sample.liveFilm("pair-one"), to: "x/a.mov")
        #expect(try program.run("index", program.photos.path).code == 0)
        let still = program.photos.appendingPathComponent("x/a.jpg").path
        let film = program.photos.appendingPathComponent("x/a.mov").path
        let both = ["photo x/a.jpg", "pairedVideo x/a.mov"]
        for command in [
            ["trash", still], ["assets", "--where", "trashed == YES"], ["show", still],
            ["show", film], ["restore", still], ["assets"], ["trash", film], ["restore", film],
        ] {
            let lines = try program.run(command).lines
            #expect(lines.map(resources) == [both], "\(command)")
        }
    }

    @Test
    func `a film that was an asset first becomes part of the still and gets its id back`() throws {
        let program = try Program()
        try program.write(Sample.liveFilm("pair-one"), to: "a.mov")
        let feed = try Feed(program, program.photos.path)
        let film = try feed.asset("a.mov", "inserted")
        try feed.waitUntilSynced()
        try program.write(Sample.liveStill("pair-one"), to: "a.jpg")
        #expect(id(try feed.asset("a.mov", "removed")) == id(film))
        try program.move("a.jpg", to: "b.gone")
        #expect(id(try feed.asset("a.mov", "inserted")) == id(film))
        #expect(feed.stop() == 0)
    }

    @Test
    func `a pair that moves with its folder or file by file stays one asset`() throws {
        let program = try Program()
        try program.write(Sample.liveStill("pair-one"), to: "x/a.jpg")
        try program.write(Sample.liveFilm("pair-one"), to: "x/a.mov")
        let feed = try Feed(program, program.photos.path)
        let still = try feed.asset("x/a.jpg", "inserted")
        try feed.waitUntilSynced()
        try program.move("x", to: "y")
        let moved = try feed.asset("y/a.jpg", "moved")
        #expect(id(moved) == id(still))
        #expect(resources(moved) == ["photo y/a.jpg", "pairedVideo y/a.mov"])
        #expect(feed.stop() == 0)

        try program.write([], to: "z/.keep")
        try program.move("y/a.mov", to: "z/a.mov")
        try program.move("y/a.jpg", to: "z/a.jpg")
        #expect(try program.run("index").code == 0)
        let assets = try program.assets()
        #expect(assets.keys.sorted() == ["z/a.jpg"])
        #expect(id(assets["z/a.jpg"] ?? [:]) == id(still))
        #expect(subtypes(assets["z/a.jpg"] ?? [:]) == ["photoLive"])
        #expect(try program.run("audit").code == 0)
    }

    @Test
    func `sidecars say date, place and favorite as long as they are there`() throws {
        let program = try Program()
        try program.picture("a.jpg", 1)
        try program.picture("b.jpg", 2)
        let sidecar = """
            <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF
            xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description
            xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmp:Rating='4'
            xmlns:exif='http://ns.adobe.com/exif/1.0/'
            exif:DateTimeOriginal='2001-02-03T04:05:06+01:00'
            exif:GPSLatitude='48,30.0N' exif:GPSLongitude='11,15.0W'/></rdf:RDF></x:xmpmeta>
            """
        try program.write(Array(sidecar.utf8), to: "a.jpg.xmp")
        try program.write(Array("no sidecar".utf8), to: "b.xmp")
        let plist = """
            <plist version='1.0'><dict><key>adjustmentFormatIdentifier</key>
            <string>com.apple.photo</string></dict></plist>
            """
        try program.write(Array(plist.utf8), to: "b.AAE")
        try program.write(Array(plist.utf8), to: "alone.aae")
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        var assets = try program.assets()
        #expect(assets.keys.sorted() == ["a.jpg", "b.jpg"])
        let told = try #require(assets["a.jpg"])
        #expect(told["creationDate"] as? String == "2001-02-03T04:05:06.000+01:00")
        #expect(told["creationDateSource"] as? String == "xmp")
        #expect(told["latitude"] as? Double == 48.5)
        #expect(told["longitude"] as? Double == -11.25)
        #expect(told["favorite"] as? Bool == true)
        #expect(resources(told) == ["photo a.jpg", "sidecar a.jpg.xmp"])
        #expect(
            resources(assets["b.jpg"] ?? [:])
                == ["photo b.jpg", "adjustmentData b.AAE", "sidecar b.xmp"]
        )
        #expect(assets["b.jpg"]?["favorite"] as? Bool == false)
        let shown = try program.run("show", program.photos.path + "/a.jpg.xmp").output
        #expect(shown.contains(#"{"value":"favorite","rule":"sidecar","detail":"a.jpg.xmp"}"#))

        try program.remove("a.jpg.xmp")
        let changed = try feed.asset("a.jpg", "changed")
        let keys = Set(changed["changedKeys"] as? [String] ?? [])
        #expect(keys.isSuperset(of: ["creationDate", "latitude", "favorite", "resources"]))
        assets = try program.assets()
        #expect(assets["a.jpg"]?["creationDateSource"] as? String == "mtime")
        #expect(assets["a.jpg"]?["favorite"] as? Bool == false)
        #expect(assets["a.jpg"]?["latitude"] is NSNull)
        #expect(feed.stop() == 0)
    }

    @Test
    func `what Google Takeout puts beside photos tells date and place as long as it is there`()
        throws
    {
        let program = try Program()
        try program.picture("a.jpg", 1)
        try program.picture("a(1).jpg", 2)
        func json(_ seconds: Int) -> [UInt8] {
            Array(
                """
                {"title":"a.jpg","photoTakenTime":{"timestamp":"\(seconds)"},"favorited":true,
                "geoData":{"latitude":48.5,"longitude":-11.25,"altitude":0.0},
                "people":[{"name":"Jo Doe"}]}
                """.utf8
            )
        }
        try program.write(json(1_000_000_000), to: "a.jpg.supplemental-metadata.json")
        try program.write(json(1_100_000_000), to: "a.jpg.supplemental-metadata(1).json")
        try program.write(Array("{}".utf8), to: "metadata.json")
        try program.write(Array("{}".utf8), to: "other.jpg.json")
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        var assets = try program.assets()
        #expect(assets.keys.sorted() == ["a(1).jpg", "a.jpg"])
        #expect(assets["a.jpg"]?["creationDate"] as? String == "2001-09-09T01:46:40.000Z")
        #expect(assets["a.jpg"]?["creationDateSource"] as? String == "takeout")
        #expect(assets["a.jpg"]?["latitude"] as? Double == 48.5)
        #expect(assets["a.jpg"]?["altitude"] is NSNull)
        #expect(assets["a.jpg"]?["favorite"] as? Bool == true)
        #expect(
            resources(assets["a.jpg"] ?? [:])
                == ["photo a.jpg", "sidecar a.jpg.supplemental-metadata.json"]
        )
        #expect(assets["a(1).jpg"]?["creationDate"] as? String == "2004-11-09T11:33:20.000Z")
        let shown = try program.run("show", program.photos.path + "/a.jpg").output
        #expect(shown.contains(#""rule":"takeout""#) && !shown.contains("Doe"))

        try program.write(json(1_200_000_000), to: "a.jpg.supplemental-metadata(1).json")
        _ = try feed.asset("a(1).jpg", "changed")
        try program.move(
            "a.jpg.supplemental-metadata(1).json",
            to: "a.jpg.supplemental-metadata(2).json"
        )
        _ = try feed.asset("a(1).jpg", "changed")
        #expect(try program.assets()["a(1).jpg"]?["creationDateSource"] as? String == "mtime")
        try program.move("a(1).jpg", to: "a(2).jpg")
        _ = try feed.asset("a(2).jpg", "moved")
        assets = try program.assets()
        #expect(assets["a(2).jpg"]?["creationDate"] as? String == "2008-01-10T21:20:00.000Z")
        try program.remove("a.jpg.supplemental-metadata.json")
        _ = try feed.asset("a.jpg", "changed")
        #expect(try program.assets()["a.jpg"]?["creationDateSource"] as? String == "mtime")
        #expect(feed.stop() == 0)
        #expect(try program.run("audit").code == 0)
    }

    @Test
    func `a motion photo is a Live Photo unless told otherwise`() throws {
        let program = try Program()
        let film = Sample.film(samples: 30)
        let picture = Sample.jpeg(xmp: [
            "GCamera:MicroVideo": "1", "GCamera:MicroVideoOffset": "\(film.count)",
        ])
        try program.write(picture + film, to: "MVIMG_1.jpg")
        #expect(try program.run("index", program.photos.path).code == 0)
        let asset = try #require(try program.assets()["MVIMG_1.jpg"])
        #expect(subtypes(asset) == ["photoLive"])
        let parts = asset["resources"] as? [[String: Any]]
        #expect(parts?.last?["type"] as? String == "pairedVideo")
        #expect(parts?.last?["offset"] as? Int == picture.count)
        #expect(parts?.last?["length"] as? Int == film.count)

        #expect(try program.run("index", "--no-motion-photos-are-live").code == 0)
        #expect(subtypes(try program.assets()["MVIMG_1.jpg"] ?? [:]).isEmpty)
        #expect(try program.run("index").code == 0)
        #expect(subtypes(try program.assets()["MVIMG_1.jpg"] ?? [:]) == ["photoLive"])
    }
}
