import Foundation
import TestSupport
import Testing

/// The time zone of the machine, which says nothing about where photos were taken once a library has its own.
struct TimeZoneTests {
    private static let zones = ["UTC0", "JST-9", "PST8PDT,M3.2.0,M11.1.0", "XXX-14", "Asia/Tokyo"]

    private static func picture(_ date: String, _ others: [Int: Sample.Value] = [:]) -> [UInt8] {
        let exif = Sample.exif(zero: [:], photo: others.merging([0x9003: .text(date)]) { $1 })
        return Sample.jpeg(400, 300, segments: [(0xE1, exif)])
    }

    /// Photos whose dates have a zone, have none, come from names, or from the time of modification alone.
    private func fill(_ program: Program) throws {
        let film = Sample.film(
            handler: "meta",
            entry: Sample.entry("gpmd"),
            chunks: [[1]],
            created: 3_772_182_614
        )
        let files: [(String, [UInt8])] = [
            ("none.jpg", Self.picture("2023:07:01 23:30:45")),
            ("zoned.jpg", Self.picture("2023:07:01 23:30:45", [0x9011: .text("+02:00")])),
            ("winter.jpg", Self.picture("2023:01:01 00:30:00")), ("film.mov", film),
            ("IMG_20180102_235959.jpg", Program.jpeg(1)), ("2019-07/a.jpg", Program.jpeg(2)),
            ("plain.jpg", Program.jpeg(3)),
        ]
        for (path, bytes) in files {
            try program.write(bytes, to: path)
            // Two minutes before midnight in Greenwich.
            let times = [timespec](repeating: timespec(tv_sec: 1_600_041_480, tv_nsec: 0), count: 2)
            #expect(utimensat(AT_FDCWD, "\(program.photos.path)/\(path)", times, 0) == 0)
        }
    }

    /// What a command lists, without what differs between two catalogues of the same folder.
    private func listed(_ program: Program, _ arguments: String...) throws -> [String] {
        try program.run(arguments).lines.map { line in
            let values = line.filter { key, _ in
                !["id", "albumId", "addedDate", "parentId", "keyAssetId"].contains(key)
            }
            let data = try JSONSerialization.data(withJSONObject: values, options: .sortedKeys)
            return String(decoding: data, as: UTF8.self)
        }.sorted()
    }

    @Test
    func `a library with a zone of its own is the same on any machine`() throws {
        let program = try Program()
        try fill(program)
        var expected: [String] = []
        for (number, zone) in Self.zones.enumerated() {
            program.environment["TZ"] = zone
            program.environment["HELIOGRAPH_CATALOGUE"] = "\(program.work.path)/\(number)/c.sqlite"
            #expect(try program.run("index", "--time-zone", "UTC", program.photos.path).code == 0)
            let day = "creationDate >= CAST('2023-07-01T00:00:00Z', 'NSDate')"
            let all = [
                try listed(program, "assets"), try listed(program, "albums", "--kind", "moment"),
                try listed(program, "assets", "--where", day),
            ]
            #expect(all[0].count == 7 && !all[1].isEmpty)
            if number == 0 { expected = all.flatMap { $0 } }
            #expect(all.flatMap { $0 } == expected, "\(zone)")
        }
        let sources = try program.assets().mapValues {
            "\($0["creationDate"] ?? "") \($0["creationDateSource"] ?? "")"
        }
        #expect(sources["none.jpg"] == "2023-07-01T23:30:45.000 exif")
        #expect(sources["zoned.jpg"] == "2023-07-01T23:30:45.000+02:00 exif")
        #expect(sources["plain.jpg"] == "2020-09-13T23:58:00.000Z mtime")
        #expect(sources["2019-07/a.jpg"] == "2019-07-01T00:00:00.000 directory")
    }
}
