import Foundation
import MediaMetadata
import PhotoModel
import TestSupport
import Testing

/// What files say goes with a number, so that a catalogue knows when to read its files again.
struct RuleRevisionTests {
    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Fixtures/derived.txt")

    /// Files that say where and when they were taken in ways of their own.
    private static let places: [(String, [UInt8])] = [
        ("a.crw", Sample.canonHeap()),
        (
            "a.rw2",
            Sample.panasonic([
                0x110: .text("DMC-LX3"), 0x8825: .directory(gps),
                0x8769: .directory([0x9003: .text("2008:08:06 15:21:56")]),
            ])
        ),
        ("text.jpg", Sample.jpeg(4, 3, segments: [(0xE1, SampleTIFF.segment(gps: gps))])),
        (
            "GX010001.MP4",
            Sample.film(
                handler: "meta",
                entry: Sample.entry("gpmd"),
                chunks: [Sample.goProSecond(fix: 3)],
                created: 3_772_182_614
            )
        ),
    ]

    private static let gps: [Int: SampleTIFF.Field] = [
        1: .text("N"), 2: .text("48.5"), 3: .text("W"), 4: .text("2,15.0"),
    ]

    /// What is derived from every sample, a line each, below the number of the revision.
    private static func derived() throws -> String {
        var lines = ["revision \(RuleRevision.current)"]
        let known = (SubtypeTests.pictures + SubtypeTests.films).map { ($0.0, $0.1) }
        for (name, bytes) in known + places {
            let metadata = try Sample.read(bytes, name: name)
            let date = metadata.date.map { "\($0.microseconds) \($0.offsetMinutes as Any)" } ?? "-"
            let place = metadata.location.map { "\($0.latitude) \($0.longitude)" } ?? "-"
            let evidence = metadata.evidence.map { "\($0.value)=\($0.rule)" }.sorted()
            lines.append(
                """
                \(name): \(metadata.format) \(metadata.subtypes.rawValue) \
                \(metadata.traits.rawValue) \(metadata.width)x\(metadata.height) \
                \(metadata.duration) \(date) \(place) \(metadata.burst?.identifier ?? "-") \
                \(metadata.contentIdentifier ?? "-") \(evidence.joined(separator: ","))
                """
            )
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// With `HELIOGRAPH_RECORD=1` what is derived is written down, once the number is another.
    @Test
    func `what files say changes with the number of its revision only`() throws {
        let derived = try Self.derived()
        let recorded = (try? String(contentsOf: Self.file, encoding: .utf8)) ?? ""
        let revision = recorded.prefix { $0 != "\n" }
        let isRecording = ProcessInfo.processInfo.environment["HELIOGRAPH_RECORD"] == "1"
        if isRecording, revision != "revision \(RuleRevision.current)" {
            try derived.write(to: Self.file, atomically: true, encoding: .utf8)
            return
        }
        let changed = zip(derived.split(separator: "\n"), recorded.split(separator: "\n"))
            .first { $0 != $1 }
        #expect(
            derived == recorded,
            """
            files say other things than at \(revision): \(changed.map { "\($0)\n\($1)" } ?? ""). \
            Add a RuleRevision, so that files which are known are read again, then run this with \
            HELIOGRAPH_RECORD=1
            """
        )
    }

    @Test
    func `revisions have numbers that grow by one`() {
        #expect(RuleRevision.all.map(\.number) == Array(1...RuleRevision.all.count))
        #expect(RuleRevision.types(since: RuleRevision.current)?.isEmpty == true)
        #expect(RuleRevision.types(since: 0) == nil)
    }
}
