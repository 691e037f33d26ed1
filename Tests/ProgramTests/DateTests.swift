import Foundation
import Testing

/// Dates that names tell of photos without one of their own.
struct DateTests {
    private func date(_ asset: [String: Any]?) -> String {
        "\(asset?["creationDate"] ?? "") \(asset?["creationDateSource"] ?? "")"
    }

    /// Says that a file was last written to at a time, in seconds since 1970.
    private func touch(_ program: Program, _ path: String, _ seconds: Double) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: seconds)],
            ofItemAtPath: program.photos.appendingPathComponent(path).path
        )
    }

    private static let july: Double = 1_563_100_000

    @Test
    func `dates follow the names of files and directories without reading them again`() throws {
        let program = try Program()
        for path in ["Sea/a.jpg", "Sea/b.jpg", "Sea/IMG_20180102_030405.jpg", "Sea/below/c.jpg"] {
            try program.picture(path, path.utf8.count + Int(path.utf8.last ?? 0) + path.count)
        }
        try touch(program, "Sea/b.jpg", Self.july)
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        var assets = try program.assets()
        let mtime = date(assets["Sea/a.jpg"])
        #expect(mtime.hasSuffix("mtime"))
        #expect(
            date(assets["Sea/IMG_20180102_030405.jpg"]) == "2018-01-02T03:04:05.000 filename"
        )

        try program.move("Sea", to: "2019-07 Sea")
        let moved = try feed.asset("2019-07 Sea/below/c.jpg", "moved")
        let keys = Set(moved["changedKeys"] as? [String] ?? [])
        #expect(keys.isSuperset(of: ["creationDate", "creationDateSource", "path"]))
        assets = try program.assets()
        #expect(date(assets["2019-07 Sea/a.jpg"]) == "2019-07-01T00:00:00.000 directory")
        #expect(date(assets["2019-07 Sea/below/c.jpg"]) == "2019-07-01T00:00:00.000 directory")
        #expect(date(assets["2019-07 Sea/b.jpg"]) == "2019-07-14T10:26:40.000Z mtime")
        let named = assets["2019-07 Sea/IMG_20180102_030405.jpg"]
        #expect(date(named) == "2018-01-02T03:04:05.000 filename")
        let shown = try program.run("show", program.photos.path + "/2019-07 Sea/a.jpg").output
        #expect(shown.contains("the directory says 2019-07"))

        try program.move("2019-07 Sea/below", to: "2019-07 Sea/2020")
        _ = try feed.asset("2019-07 Sea/2020/c.jpg", "moved")
        #expect(
            date(try program.assets()["2019-07 Sea/2020/c.jpg"])
                == "2020-01-01T00:00:00.000 directory"
        )
        try program.move("2019-07 Sea/a.jpg", to: "2019-07 Sea/2021-12-24 a.jpg")
        _ = try feed.asset("2019-07 Sea/2021-12-24 a.jpg", "moved")
        #expect(
            date(try program.assets()["2019-07 Sea/2021-12-24 a.jpg"])
                == "2021-12-24T00:00:00.000 filename"
        )
        try program.move("2019-07 Sea/2021-12-24 a.jpg", to: "2019-07 Sea/a.jpg")
        _ = try feed.asset("2019-07 Sea/a.jpg", "moved")
        try program.move("2019-07 Sea", to: "Sea")
        _ = try feed.asset("Sea/a.jpg", "moved")
        assets = try program.assets()
        #expect(date(assets["Sea/a.jpg"]) == mtime)
        #expect(date(assets["Sea/2020/c.jpg"]) == "2020-01-01T00:00:00.000 directory")
        #expect(feed.stop() == 0)
        #expect(try program.run("audit").code == 0)
    }

    @Test
    func `a directory that was renamed while nobody looked is followed too`() throws {
        let program = try Program()
        try program.picture("2019/07/a.jpg", 1)
        #expect(try program.run("index", program.photos.path).code == 0)
        #expect(date(try program.assets()["2019/07/a.jpg"]) == "2019-07-01T00:00:00.000 directory")
        try program.move("2019", to: "2018")
        #expect(try program.run("index").code == 0)
        #expect(date(try program.assets()["2018/07/a.jpg"]) == "2018-07-01T00:00:00.000 directory")
    }

    @Test
    func `names tell no dates where that is not wanted`() throws {
        let program = try Program()
        try program.picture("2019/a.jpg", 1)
        try program.picture("IMG-20201105-WA0001.jpg", 2)
        #expect(try program.run("index", program.photos.path, "--no-dates-from-names").code == 0)
        #expect(date(try program.assets()["2019/a.jpg"]).hasSuffix(" mtime"))
        #expect(date(try program.assets()["IMG-20201105-WA0001.jpg"]).hasSuffix(" mtime"))
        #expect(try program.run("index").code == 0)
        #expect(date(try program.assets()["2019/a.jpg"]) == "2019-01-01T00:00:00.000 directory")
        #expect(
            date(try program.assets()["IMG-20201105-WA0001.jpg"])
                == "2020-11-05T00:00:00.000 filename"
        )
        try program.move("2019", to: "2018")
        #expect(try program.run("index", "--no-dates-from-names").code == 0)
        #expect(date(try program.assets()["2018/a.jpg"]).hasSuffix(" mtime"))
    }

    @Test
    func `what the user says stays, and what lies below it follows`() throws {
        let program = try Program()
        try program.picture("Sea/a.jpg", 1)
        #expect(try program.run("index", program.photos.path).code == 0)
        let path = program.photos.path
        let set = try program.run("edit", path + "/Sea/a.jpg", "--date", "2001-02-03T04:05:06Z")
        #expect(set.code == 0)
        try program.move("Sea", to: "2019")
        #expect(try program.run("index").code == 0)
        #expect(date(try program.assets()["2019/a.jpg"]) == "2001-02-03T04:05:06.000Z user")
        #expect(try program.run("edit", path + "/2019/a.jpg", "--date", "file").code == 0)
        #expect(date(try program.assets()["2019/a.jpg"]) == "2019-01-01T00:00:00.000 directory")
    }

    @Test
    func
        `the time zone of the library is that of the machine at first, and then the configured one`()
        throws
    {
        let program = try Program()
        try program.picture("IMG_20180102_030405.jpg", 1)
        try program.picture("PXL_20180102_030405123.jpg", 2)
        func instants() throws -> [String] {
            #expect(try program.run("audit").code == 0)
            return try program.assets().sorted { $0.key < $1.key }.map {
                #expect(
                    ($0.value["creationDate"] as? String)?.hasPrefix("2018-01-02T03:04:05") == true
                )
                return "\($0.value["creationDateUTC"] ?? "")"
            }
        }
        func expect(_ zone: String, _ hour: String) throws {
            #expect(try program.run("status").lines.first?["timeZone"] as? String == zone)
            #expect(
                try instants() == ["2018-01-0\(hour):04:05.000Z", "2018-01-02T03:04:05.123Z"]
            )
        }
        program.environment["TZ"] = "Asia/Tokyo"
        #expect(try program.run("index", program.photos.path).code == 0)
        try expect("Asia/Tokyo", "1T18")
        program.environment["TZ"] = "America/New_York"
        #expect(try program.run("index").code == 0)
        try expect("Asia/Tokyo", "1T18")
        let token = try program.token()
        let config = program.work.appendingPathComponent("heliograph.toml")
        func index(_ zone: String) throws -> Program.Outcome {
            try Data("\ntime-zone = \(zone)\n".utf8).write(to: config)
            return try program.run("index", "--config", config.path)
        }
        #expect(try index("\"Europe/Rome\"").code == 0)
        try expect("Europe/Rome", "2T02")
        let changes = try program.run("changes", "--since", token).lines
        #expect(changes.first?["type"] as? String == "tokenExpired")
        // Whoever names none keeps it.
        #expect(try program.run("index").code == 0)
        try expect("Europe/Rome", "2T02")
        for (zone, words) in [
            ("\"Rome\"", "did you mean Europe/Rome?"), ("\"Narnia\"", "is not a time zone"),
            ("2", "such as \"Europe/Rome\""), ("[\"Europe/Rome\"]", "such as \"Europe/Rome\""),
        ] {
            let refused = try index(zone)
            #expect(refused.code == 64 && refused.complaint.contains("heliograph.toml:2: "))
            #expect(refused.complaint.contains(words), "\(refused.complaint)")
        }
        #expect(try program.run("index", "--time-zone", "Rome").code == 64)
        #expect(try program.run("index", "--time-zone", "UTC").code == 0)
        try expect("UTC", "2T03")
    }

    @Test
    func `explain says which name told the date`() throws {
        let program = try Program()
        for (path, detail) in [
            ("PXL_20201026_163832123.jpg", "naming of Pixel"),
            ("Berlin 2020-10-26.jpg", "a date in the name"),
            ("2019-07-14 Sea/a.jpg", "the directory says 2019-07-14"),
        ] {
            try program.picture(path, 1)
            let told = try program.run("explain", "\(program.photos.path)/\(path)").output
            #expect(told.contains(detail), "\(told)")
        }
        try touch(program, "2019-07-14 Sea/a.jpg", Self.july)
        let told = try program.run("explain", "\(program.photos.path)/2019-07-14 Sea/a.jpg").output
        #expect(told.contains("the file was last written within it"), "\(told)")
    }
}
