import Foundation
import MediaMetadata
import PhotoModel
import TestSupport
import Testing

/// exiftool, where it is installed: another reader of the formats that samples are made of here.
enum ExifTool {
    static let path: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
        .split(separator: ":").map { "\($0)/exiftool" }
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// What it says of a file, by tag.
    static func tags(_ bytes: [UInt8], name: String) throws -> [String: Any] {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent(name)
        try Data(bytes).write(to: file)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(path))
        process.arguments = ["-json", "-n", "-ee", "-c", "%.6f", file.path]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let found = try JSONSerialization.jsonObject(with: output) as? [[String: Any]]
        return try #require(found?.first)
    }
}

@Suite(.enabled(if: ExifTool.path != nil, "needs exiftool"))
struct ExifToolTests {
    private static let place: [Int: SampleTIFF.Field] = [
        1: .text("N"), 2: .rationals([(48, 1), (30, 1), (0, 1)]), 3: .text("W"),
        4: .rationals([(2, 1), (15, 1), (0, 1)]),
    ]

    private static let camera: [Int: SampleTIFF.Field] = [
        0x10F: .text("Panasonic"), 0x110: .text("DMC-LX3"),
    ]

    private static let packs: [(UInt8, [UInt8])] = [
        (0x18, [0x02, 0x20, 0x13, 0x07]), (0x19, [0x14, 0x15, 0x30, 0x12]),
        (0xB1, [0x4E, 0, 0, 0]), (0xB2, [0, 48, 0, 1]), (0xB3, [0, 30, 0, 1]),
        (0xB4, [0, 0, 0, 1]), (0xB5, [0x57, 0, 0, 0]), (0xB6, [0, 2, 0, 1]),
        (0xB7, [0, 15, 0, 1]), (0xB8, [0, 0, 0, 1]), (0xE0, [0x01, 0x08, 0x31, 0]),
        (0xE4, Array("DSC-".utf8)), (0xE5, Array("HX7V".utf8)), (0xE6, [0, 0, 0, 0]),
    ]

    private static let timedText = "+48.5000-002.2500/"

    /// Files, each with whether its size is asked for too.
    private static let samples: [(name: String, bytes: [UInt8])] = [
        (
            "a.rw2",
            Sample.panasonic(
                jpeg: Sample.jpeg(
                    1_920,
                    1_440,
                    segments: [
                        (
                            0xE1,
                            SampleTIFF.segment(
                                camera,
                                gps: place,
                                photo: [0x9003: .text("2008:08:06 15:21:56")]
                            )
                        )
                    ]
                )
            )
        ),
        ("a.crw", Sample.canonHeap()),
        ("a.mts", Sample.transportStream([Sample.dvPacks(packs), [0x65, 1, 2]])),
        ("b.mts", Sample.transportStream([Sample.dvPacks(packs), [0x65, 1]], isStamped: false)),
        (
            "a.mov",
            Sample.film(
                handler: "meta",
                entry: Sample.timedKeys(["com.apple.quicktime.location.ISO6709"]),
                chunks: [Sample.box("\u{0}\u{0}\u{0}\u{1}", Array(timedText.utf8))]
            )
        ),
        (
            "a.mp4",
            Sample.film(
                handler: "meta",
                entry: Sample.entry("gpmd"),
                chunks: [Sample.goProSecond(fix: 3)]
            )
        ),
    ]

    @Test(arguments: samples.map(\.name))
    func `exiftool says the same of the samples`(_ name: String) throws {
        let bytes = try #require(Self.samples.first { $0.name == name }).bytes
        let tags = try ExifTool.tags(bytes, name: name)
        let found = try Sample.read(bytes, name: name) { _ in
            FilmFacts(
                width: 0,
                height: 0,
                duration: 0,
                frameRate: 0,
                created: nil,
                make: nil,
                model: nil
            )
        }
        let digits = { (text: String) in text.filter(\.isNumber).prefix(14) }
        let date = (tags["DateTimeOriginal"] as? String).map(digits)
        #expect(date == found.date.map { digits("\($0)") })
        #expect(tags["Model"] as? String == found.cameraModel)
        if found.width > 0 {
            #expect(tags["ImageSize"] as? String == "\(found.width) \(found.height)")
        }
        for (tag, value) in [
            ("GPSLatitude", found.location?.latitude), ("GPSLongitude", found.location?.longitude),
        ] {
            let theirs = (tags[tag] as? NSNumber)?.doubleValue
            #expect((theirs == nil) == (value == nil), "\(tag)")
            #expect(abs((theirs ?? 0) - (value ?? 0)) < 1e-5, "\(tag)")
        }
        #expect(found.location != nil || found.date != nil)
    }
}
