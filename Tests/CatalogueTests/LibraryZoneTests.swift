import PhotoModel
import PredicateFormat
import TestSupport
import Testing

@testable import Catalogue

/// The time zone of photos of which nothing tells it.
struct LibraryZoneTests {
    private static func time(_ month: Int, _ day: Int, _ hour: Int, _ minute: Int = 0) -> Int64 {
        CivilTime(year: 2023, month: month, day: day, hour: hour, minute: minute).microseconds
    }

    /// A local time in 2023, and the minutes from UTC when a clock in Rome or New York showed it.
    private static let clocks: [(zone: String, time: Int64, offset: Int)] = [
        ("Europe/Rome", time(1, 15, 12), 60), ("Europe/Rome", time(7, 15, 12), 120),
        ("America/New_York", time(1, 15, 12), -300), ("America/New_York", time(7, 15, 12), -240),
        ("Asia/Kathmandu", time(1, 1, 0), 345), ("Pacific/Kiritimati", time(1, 1, 0), 840),
        // Skipped: from 2 to 3 on 26 March; the camera still shows the time before.
        ("Europe/Rome", time(3, 26, 1, 59), 60), ("Europe/Rome", time(3, 26, 2, 30), 60),
        ("Europe/Rome", time(3, 26, 3), 120),
        // Shown twice: from 2 to 3 on 29 October; the first counts.
        ("Europe/Rome", time(10, 29, 2, 30), 120), ("Europe/Rome", time(10, 29, 3), 60),
        ("America/New_York", time(3, 12, 2, 30), -300),
        ("America/New_York", time(11, 5, 1, 30), -240), ("America/New_York", time(11, 5, 2), -300),
        ("UTC", time(7, 15, 12), 0),
    ]

    @Test(arguments: clocks)
    func `a local time is the instant at which a clock there showed it`(
        _ clock: (zone: String, time: Int64, offset: Int)
    ) throws {
        let zone = try #require(LibraryZone(clock.zone))
        #expect(zone.offset(showing: clock.time) == clock.offset)
        var date = CaptureDate(microseconds: clock.time, offsetMinutes: nil, source: .exif)
        for _ in 0..<2 {
            date.settle(in: zone)
            #expect(date.microseconds == clock.time - Int64(clock.offset) * 60_000_000)
            #expect(date.written == clock.time && date.clockOffset == clock.offset)
        }
        let other = try #require(LibraryZone("Asia/Tokyo"))
        date.settle(in: other)
        #expect(date.microseconds == clock.time - 540 * 60_000_000)
    }

    @Test(arguments: [Int64.min, .min + 1, -1, 0, .max])
    func `any number can be settled`(_ number: Int64) throws {
        let zone = try #require(LibraryZone("Europe/Rome"))
        for offset in [nil, 0, 1_439] {
            var date = CaptureDate(microseconds: number, offsetMinutes: offset, source: .xmp)
            date.settle(in: zone)
            #expect("\(date)".count > 20)
        }
    }

    @Test(arguments: [
        ("Rome", "did you mean Europe/Rome?"), ("new york", "did you mean America/New_York?"),
        ("Narnia", "write a name such as Europe/Rome"), ("", "write a name"),
        ("Europe/rom", "write a name"), ("PST", "write a name"), ("GMT+2", "write a name"),
    ])
    func `a name that is not a time zone is explained`(_ name: String, _ cure: String) {
        #expect(LibraryZone(named: name) == nil)
        #expect(LibraryZone.refusal(of: name).contains(cure))
    }

    @Test(arguments: [
        (":Europe/Rome", "Europe/Rome"), ("/usr/share/zoneinfo/Europe/Rome", "Europe/Rome"),
        ("../usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"), ("Europe/London\n", "Europe/London"),
        ("UTC", "UTC"), ("Etc/UTC", "Etc/UTC"), ("CET-1CEST", nil), ("", nil), ("PST8PDT,M3", nil),
    ])
    func `the zone of the machine has a name in several forms`(_ text: String, _ name: String?) {
        #expect(LibraryZone.named(onMachine: text)?.identifier == name)
        #expect(LibraryZone(LibraryZone.ofMachine.identifier) != nil)
    }

    private struct Kind {
        let name: String
        let date: CaptureDate
        /// The hour of the instant, by zone.
        let hours: [String: Int]
    }

    private static func date(_ offset: Int?, _ source: DateSource) -> CaptureDate {
        CaptureDate(
            microseconds: time(7, 15, 12) - Int64(offset ?? 0) * 60_000_000,
            offsetMinutes: offset,
            source: source
        )
    }

    private static let kinds = {
        var gps = date(nil, .exif)
        gps.setClock(-240, .gps)
        let fixed = ["UTC": 12, "Europe/Rome": 12, "Asia/Tokyo": 12]
        return [
            Kind(
                name: "none.jpg",
                date: date(nil, .exif),
                hours: ["UTC": 12, "Europe/Rome": 10, "Asia/Tokyo": 3]
            ),
            Kind(
                name: "written.jpg",
                date: date(120, .exif),
                hours: fixed.mapValues { _ in 10 }
            ), Kind(name: "zulu.jpg", date: date(0, .exif), hours: fixed),
            Kind(name: "film.mp4", date: date(0, .quicktime), hours: fixed),
            Kind(name: "gps.jpg", date: gps, hours: fixed.mapValues { _ in 16 }),
        ]
    }()

    private static func library() throws -> TestCatalogue {
        let catalogue = try TestCatalogue()
        try catalogue.writer.write {
            for (number, kind) in kinds.enumerated() {
                var record = TestCatalogue.record(
                    kind.name,
                    in: catalogue.root,
                    inode: Int64(number + 1)
                )
                if kind.name.hasSuffix("mp4") { record.mediaType = .video }
                record.creationDate = kind.date
                try catalogue.writer.insert(record)
            }
        }
        try catalogue.writer.endBulk()
        return catalogue
    }

    private static func set(_ zone: String, _ catalogue: TestCatalogue) throws {
        let zone = try #require(LibraryZone(zone))
        try catalogue.writer.transaction { try catalogue.writer.setZone(zone) }
    }

    private static func assets(_ catalogue: TestCatalogue) throws -> [String: CaptureDate] {
        let reader = try CatalogueReader(path: catalogue.path)
        return try reader.snapshot {
            #expect(try reader.contradictions() == [])
            var found: [String: CaptureDate] = [:]
            try reader.forEachAsset(AssetQuery()) {
                found[String(decoding: $0.file.name, as: UTF8.self)] = $0.creationDate
            }
            return found
        }
    }

    @Test
    func `another zone moves the dates of which nothing tells it`() throws {
        let catalogue = try Self.library()
        for zone in ["UTC", "Europe/Rome", "Asia/Tokyo", "Europe/Rome"] {
            try Self.set(zone, catalogue)
            let found = try Self.assets(catalogue)
            for kind in Self.kinds {
                let date = try #require(found[kind.name])
                #expect(CivilTime(microseconds: date.microseconds).hour == kind.hours[zone])
                #expect(date.isWritten(like: kind.date), "\(kind.name) in \(zone)")
            }
            let offset = try #require(LibraryZone(zone)).offset(at: Self.time(7, 15, 12))
            #expect(found["film.mp4"]?.clockOffset == offset)
            #expect(found["zulu.jpg"]?.clockOffset == 0)
            #expect(found["written.jpg"]?.clockOffset == 120)
            #expect(found["gps.jpg"]?.clockOffset == -240)
        }
    }

    @Test
    func `whoever follows is told of another zone, unless nothing is another instant`() throws {
        let catalogue = try Self.library()
        func isHonoured(_ token: ChangeToken) throws -> Bool {
            let reader = try CatalogueReader(path: catalogue.path)
            return try reader.snapshot { try reader.tracking.assetChanges(since: token.sequence) }
                != nil
        }
        var token = try catalogue.writer.token()
        try Self.set("Etc/UTC", catalogue)
        #expect(try isHonoured(token))
        try Self.set("Europe/Rome", catalogue)
        #expect(try !isHonoured(token))
        token = try catalogue.writer.token()
        try Self.set("Europe/Rome", catalogue)
        #expect(try isHonoured(token))
    }

    /// Whatever is put together of several files and edits.
    @Test
    func `a date that somebody gave is on the clock of the file, else on that of the library`()
        throws
    {
        let catalogue = try Self.library()
        let writer = catalogue.writer
        let reader = try CatalogueReader(path: catalogue.path)
        let given = CaptureDate(
            microseconds: Self.time(1, 15, 12),
            offsetMinutes: nil,
            source: .user
        )
        try writer.write {
            for id in try reader.snapshot({ try reader.listing(AssetQuery()).map(\.id) }) {
                #expect(try writer.edit(id) { $0.date = given })
            }
        }
        try writer.commit()
        for zone in ["Asia/Tokyo", "UTC"] {
            try Self.set(zone, catalogue)
            let hour = zone == "UTC" ? 12 : 3
            let expected = [
                "none.jpg": hour, "film.mp4": hour, "zulu.jpg": 12, "written.jpg": 10,
                "gps.jpg": 16,
            ]
            let found = try Self.assets(catalogue)
            #expect(found.mapValues { CivilTime(microseconds: $0.microseconds).hour } == expected)
            #expect(found.values.allSatisfy { $0.isWritten(like: given) })
        }
        // Without the edits everything is as it was.
        try writer.write {
            for id in try reader.snapshot({ try reader.listing(AssetQuery()).map(\.id) }) {
                #expect(try writer.edit(id) { $0.date = nil })
            }
        }
        try writer.commit()
        let found = try Self.assets(catalogue)
        for kind in Self.kinds {
            #expect(found[kind.name]?.isWritten(like: kind.date) == true)
            let hour = found[kind.name].map { CivilTime(microseconds: $0.microseconds).hour }
            #expect(hour == kind.hours["UTC"])
        }
    }

    /// Seconds by which the thumbnail beside a film shows another time than the film's header, and whether that is
    /// local.
    @Test(arguments: [(0, true), (59, true), (-60, true), (61, false), (-7_200, false)])
    func `a film whose thumbnail shows the time of its header has the local time there`(
        _ seconds: Int64,
        _ isLocal: Bool
    ) throws {
        var film = TestCatalogue.record("MVI_0001.AVI", in: 1, inode: 1)
        film.mediaType = .video
        film.creationDate = Self.date(0, .quicktime)
        var thumbnail = TestCatalogue.record("MVI_0001.THM", in: 1, inode: 2)
        thumbnail.file.type = .sidecar
        thumbnail.creationDate = Self.date(nil, .exif)
        thumbnail.creationDate.microseconds += seconds * 1_000_000
        let rome = try #require(LibraryZone("Europe/Rome"))
        film.creationDate.settle(in: rome)
        thumbnail.creationDate.settle(in: rome)
        let found = film.with([thumbnail]).creationDate
        #expect((found.offsetMinutes == nil) == isLocal)
        #expect(
            CivilTime(microseconds: found.microseconds + 600_000_000).hour == (isLocal ? 10 : 12)
        )
        // One that has a zone of its own knows better.
        film.creationDate.setClock(-240, .name)
        #expect(film.with([thumbnail]).creationDate == film.creationDate)
    }

    @Test
    func `a date without an offset in a condition is one of the library's zone`() throws {
        let catalogue = try Self.library()
        let writer = catalogue.writer
        let noon = "creationDate BETWEEN {\"2023-07-15 11:59\", \"2023-07-15 12:01\"}"
        let album = try SmartAlbumDefinition(.smartAlbumGeneric, "Noon", noon)
        try writer.transaction { try writer.setUserSmartAlbums([album]) }
        let reader = try CatalogueReader(path: catalogue.path)
        func matches(_ format: String) throws -> Int {
            var query = AssetQuery()
            query.predicate = try PredicateTree(format)
            return try reader.snapshot { try reader.listing(query).count }
        }
        for (zone, count) in [("UTC", 3), ("Europe/Rome", 2), ("Asia/Tokyo", 1)] {
            try Self.set(zone, catalogue)
            #expect(try matches(noon) == count, "\(zone)")
            #expect(
                try matches(noon.replacing(":59", with: ":59Z").replacing(":01", with: ":01Z")) > 0
            )
            let kept = try reader.snapshot {
                try reader.collections([.smartAlbum]).first { $0.title == Array("Noon".utf8) }?
                    .count
            }
            #expect(kept == Int64(count))
            #expect(try Self.assets(catalogue).count == Self.kinds.count)
        }
        // Later changes are counted by the zone as well.
        try writer.transaction {
            var record = TestCatalogue.record("later.jpg", in: catalogue.root, inode: 99)
            record.creationDate = Self.date(nil, .exif)
            try writer.insert(record)
        }
        let kept = try reader.snapshot {
            try reader.collections([.smartAlbum]).first { $0.title == Array("Noon".utf8) }?.count
        }
        #expect(kept == 2)
    }

    @Test
    func `a program that edits takes the zone that the indexer set`() throws {
        let catalogue = try Self.library()
        let editor = try CatalogueWriter(path: catalogue.path, as: .editor)
        try Self.set("Asia/Tokyo", catalogue)
        let reader = try CatalogueReader(path: catalogue.path)
        let ids = try reader.snapshot { try reader.listing(AssetQuery()).map(\.id) }
        let given = CaptureDate(
            microseconds: Self.time(1, 15, 12),
            offsetMinutes: nil,
            source: .user
        )
        try editor.transaction { _ = try editor.edit(ids[0]) { $0.date = given } }
        let date = try #require(try editor.query { try editor.asset(ids[0]) }).creationDate
        #expect(CivilTime(microseconds: date.microseconds).hour == 3)
        #expect(try Self.assets(catalogue).count == Self.kinds.count)
    }
}
