import Foundation
import MediaMetadata
import PhotoModel
import TestSupport
import Testing

/// What an extractor says, believed or not by who asked it.
struct AnswerTests {
    private static func packet(_ metadata: FileMetadata, _ ticket: UInt64 = 42) -> [UInt8] {
        var packet: [UInt8] = []
        ExtractionMessage.append(metadata, for: ticket, to: &packet)
        return packet
    }

    private static func answers(_ packet: [UInt8]) throws(AnswerError) -> [FileMetadata] {
        var found: [FileMetadata] = []
        let result = packet.withUnsafeBytes { bytes in
            Result { () throws(AnswerError) in
                try ExtractionMessage.readAnswers(in: Bytes(bytes)) { found.append($1) }
            }
        }
        try result.get()
        return found
    }

    /// Something in every field.
    private static let full: FileMetadata = {
        var metadata = FileMetadata()
        (metadata.format, metadata.mediaType) = (.jpeg, .image)
        (metadata.subtypes, metadata.traits) = (
            .photoPanorama, [.selfie, .marksFavorite, .awaitsClock]
        )
        (metadata.width, metadata.height, metadata.duration) = (4_032, 3_024, 1.5)
        metadata.location = Location(latitude: -1.5, longitude: 179.25, altitude: -400)
        metadata.date = CaptureDate(microseconds: -5, offsetMinutes: -720, source: .xmp)
        metadata.lensModel = "写真 \u{0}x"
        metadata.cameraModel = ""
        metadata.burst = BurstMark(identifier: "burst", basis: .name, isPrimary: true)
        metadata.contentIdentifier = "live"
        metadata.film = 0x1122_3344_5566..<0x1122_3344_5567
        metadata.extended = ExtendedMetadata(
            title: "Ünder",
            caption: "two\nlines",
            keywords: ["é", "b"],
            rating: 5
        )
        metadata.evidence = [Evidence(value: "a", rule: "b", detail: "c")]
        metadata.refused = [Evidence(value: "", rule: "", detail: "é")]
        metadata.fingerprint = .max
        return metadata
    }()

    @Test
    func `metadata comes out of its wire form as it went in`() throws {
        #expect(try Self.answers(Self.packet(Self.full)) == [Self.full])
        let empty = FileMetadata()
        #expect(
            try Self.answers(Self.packet(empty) + Self.packet(Self.full)) == [empty, Self.full]
        )
    }

    @Test
    func `the longest texts and lists come through, and any longer ones are not believed`() throws {
        var metadata = Self.full
        metadata.cameraMake = String(repeating: "m", count: AnswerLimits.text)
        metadata.contentIdentifier = String(repeating: "i", count: AnswerLimits.identifier)
        metadata.extended?.caption = String(repeating: "c", count: AnswerLimits.text)
        metadata.extended?.keywords = (0..<AnswerLimits.keywords).map {
            "\($0) ".padding(toLength: AnswerLimits.keyword, withPad: "k", startingAt: 0)
        }
        let detail = String(repeating: "é", count: AnswerLimits.detail / 2)
        metadata.evidence = (0..<AnswerLimits.evidence).map {
            Evidence(value: "\($0)", rule: "", detail: detail)
        }
        #expect(try Self.answers(Self.packet(metadata)) == [metadata])
        for lengthen in [
            { $0.contentIdentifier? += "i" }, { $0.evidence[0].detail += "x" },
            { $0.extended?.keywords[0] += "k" }, { $0.extended?.keywords.append("k") },
            { $0.evidence.append($0.evidence[0]) },
            { $0.evidence[0].rule = String(repeating: "r", count: AnswerLimits.label + 1) },
        ] as [(inout FileMetadata) -> Void] {
            var longer = metadata
            lengthen(&longer)
            #expect(throws: AnswerError.self) { try Self.answers(Self.packet(longer)) }
        }
    }

    @Test
    func `an answer with all it may say fits into a packet`() {
        var metadata = Self.full
        let long = String(repeating: "t", count: AnswerLimits.text)
        (metadata.cameraMake, metadata.cameraModel, metadata.lensModel) = (long, long, long)
        metadata.unreadableReason = long
        metadata.contentIdentifier = String(repeating: "i", count: AnswerLimits.identifier)
        metadata.burst?.identifier = String(repeating: "b", count: AnswerLimits.identifier)
        let word = String(repeating: "k", count: AnswerLimits.keyword)
        metadata.extended = ExtendedMetadata(
            title: long,
            caption: long,
            keywords: [String](repeating: word, count: AnswerLimits.keywords)
        )
        let label = String(repeating: "l", count: AnswerLimits.label)
        let detail = String(repeating: "d", count: AnswerLimits.detail)
        let evidence = Evidence(value: label, rule: label, detail: detail)
        metadata.evidence = [Evidence](repeating: evidence, count: AnswerLimits.evidence)
        metadata.refused = metadata.evidence
        #expect(Self.packet(metadata).count <= ExtractionMessage.largestPacket)
    }

    private typealias Change = @Sendable (inout FileMetadata) -> Void

    private static let impossible: [(field: String, change: Change)] = [
        ("duration", { $0.duration = .nan }), ("duration", { $0.duration = .infinity }),
        ("duration", { $0.duration = -0.1 }), ("duration", { $0.duration = 1e30 }),
        ("place", { $0.location?.latitude = 90.1 }), ("place", { $0.location?.latitude = .nan }),
        ("place", { $0.location?.longitude = -180.1 }),
        ("place", { $0.location?.longitude = -.infinity }),
        ("place", { $0.location = Location(latitude: 0, longitude: 0) }),
        ("altitude", { $0.location?.altitude = .infinity }),
        ("altitude", { $0.location?.altitude = -1e10 }),
        ("date", { $0.date?.microseconds = .max }), ("date", { $0.date?.microseconds = .min }),
        ("date", { $0.date?.microseconds = CivilTime(year: 0, month: 1, day: 1).microseconds }),
        (
            "date",
            { $0.date?.microseconds = CivilTime(year: 10_000, month: 1, day: 1).microseconds }
        ),
        ("date", { $0.date?.offsetMinutes = 32_767 }),
        ("date", { $0.date?.setClock(1_440, .gps) }), ("width", { $0.width = 1 << 31 }),
        ("height", { $0.height = 0xFFFF_FFFF }), ("subtype", { $0.subtypes = .init(rawValue: 32) }),
        ("trait", { $0.traits = .init(rawValue: 1 << 14) }),
        ("media type", { $0.mediaType = .video }), ("film", { $0.film = 5..<Int.max }),
    ]

    @Test(arguments: impossible.indices)
    func `a value that no file has is not believed`(_ index: Int) throws {
        let (field, change) = Self.impossible[index]
        var metadata = Self.full
        change(&metadata)
        let error = #expect(throws: AnswerError.self) { try Self.answers(Self.packet(metadata)) }
        #expect(error?.reason.contains(field) == true)
    }

    /// Bytes of an answer and what takes their place.
    private static let forged: [(reason: String, old: [UInt8], new: [UInt8])] = [
        ("film", bytes(0x1122_3344_5566), bytes(Int64.max)), ("film", bytes(1), bytes(Int64.max)),
        ("film", bytes(1), bytes(-1)), ("UTF-8", Array("live".utf8), [0x6C, 0xFF, 0x76, 0x65]),
        ("ends within a text", [5, 0] + Array("burst".utf8), [255, 0] + Array("burst".utf8)),
        ("bytes, more than", [5, 0] + Array("burst".utf8), [0, 0x7F] + Array("burst".utf8)),
        ("is no Basis", Array("burst".utf8) + [3], Array("burst".utf8) + [9]),
        ("yes nor no", Array("burst".utf8) + [3, 1], Array("burst".utf8) + [3, 2]),
        ("MediaFormat", [1, 1, 1, 0, 0, 0], [0xEE, 1, 1, 0, 0, 0]),
        ("MediaType", [1, 1, 1, 0, 0, 0], [1, 7, 1, 0, 0, 0]),
        (
            "DateSource", bytes(-5) + [0x30, 0xFD, 0, 0x80, 2],
            bytes(-5) + [0x30, 0xFD, 0, 0x80, 0x77]
        ),
        ("no source", bytes(-5) + [0x30, 0xFD, 0, 0x80, 2], bytes(-5) + [0x30, 0xFD, 0, 0x80, 0]),
    ]

    private static func bytes(_ number: Int64) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    @Test(arguments: forged)
    func `bytes that no extractor writes are not believed`(
        _ forgery: (reason: String, old: [UInt8], new: [UInt8])
    ) throws {
        var packet = Self.packet(Self.full)
        let place = try #require(
            packet.indices.last { packet[$0...].starts(with: forgery.old) },
            "the answer has no such bytes"
        )
        packet.replaceSubrange(place..<place + forgery.old.count, with: forgery.new)
        let error = #expect(throws: AnswerError.self) { try Self.answers(packet) }
        #expect(error?.reason.contains(forgery.reason) == true)
    }

    @Test
    func `an answer is exactly as long as it says, and those before it count`() throws {
        let packet = Self.packet(Self.full)
        var longer = packet + [0]
        longer[8] += 1
        for wrong in [longer, packet + [0], packet.dropLast() + []] {
            #expect(throws: AnswerError.self) { try Self.answers(wrong) }
        }
        var found = 0
        _ = (packet + longer).withUnsafeBytes { bytes in
            #expect(throws: AnswerError.self) {
                try ExtractionMessage.readAnswers(in: Bytes(bytes)) { _, _ in found += 1 }
            }
        }
        #expect(found == 1)
    }

    @Test
    func `a report is a short text`() throws {
        let packet = ExtractionMessage.report(missing: String(repeating: "é", count: 2_000))
        var reports: [String] = []
        try packet.withUnsafeBytes { bytes in
            try ExtractionMessage.readAnswers(in: Bytes(bytes), report: { reports.append($0) }) {
                _,
                _ in
            }
        }
        #expect(reports == [String(repeating: "é", count: AnswerLimits.report / 2)])
        var longer = packet + [0x20, 0x20]
        longer[8] += 2
        #expect(throws: AnswerError.self) { try Self.answers(longer) }
        #expect(throws: AnswerError.self) { try Self.answers(packet.prefix(10) + [0xFF]) }
    }

    @Test
    func `whatever becomes of an answer's bytes, it is believed as a possible one or not at all`()
        throws
    {
        var random = SplitMix(state: 0x5EED)
        var answers = try (SubtypeTests.pictures + SubtypeTests.films).prefix(24).map {
            Self.packet(try Sample.read($0.bytes, name: $0.name))
        }
        answers += [Self.packet(Self.full), Self.packet(FileMetadata()), []]
        var believed = 0
        for round in 0..<40_000 {
            let packet = Self.mutated(answers[round % answers.count], &random)
            guard let found = try? Self.answers(packet) else { continue }
            for metadata in found {
                believed += 1
                try Self.expectPossible(metadata)
            }
        }
        #expect(believed > 1_000)
    }

    private static func mutated(_ answer: [UInt8], _ random: inout SplitMix) -> [UInt8] {
        guard !answer.isEmpty else {
            return (0..<Int.random(in: 1...300, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
        }
        var packet = answer
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let place = Int.random(in: 8..<packet.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: packet[place] = UInt8.random(in: 0...255, using: &random)
            case 1: packet[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2:
                for at in place..<min(place + 8, packet.count) {
                    packet[at] = place & 1 == 0 ? 255 : 127
                }
            default: packet[place] = [0, 1, 0x7F, 0x80, 0xFF][place % 5]
            }
        }
        return packet
    }

    private static func expectPossible(_ metadata: FileMetadata) throws {
        #expect(metadata.duration >= 0 && metadata.duration <= AnswerLimits.duration)
        #expect(metadata.width * metadata.height * 8 >= 0)
        #expect(metadata.location?.isPlausible != false)
        #expect(metadata.location?.altitude?.isFinite != false)
        if let date = metadata.date {
            #expect(
                date.description.wholeMatch(of: /\d{4}-\d\d-\d\dT[\d:.]{12}([-+]\d\d:\d\d|Z)?/)
                    != nil
            )
        }
        #expect((metadata.film?.upperBound ?? 0) <= AnswerLimits.fileEnd)
        #expect(try answers(packet(metadata)) == [metadata])
    }

    @Test
    func `what a reader finds of an impossible file is an answer that is believed`() throws {
        let header = Sample.bigEndian(0, 12) + Sample.bigEndian(1, 4)
        let long = Sample.box(
            "moov",
            Sample.box("mvhd", header + Sample.bigEndian(0xFFFF_FFFE, 4) + Sample.bigEndian(0, 80))
        )
        let place = Sample.film(
            samples: 1,
            keys: [
                ("com.apple.quicktime.location.ISO6709", Sample.text("+41.9+012.5+99999999999/")),
                ("com.apple.quicktime.make", Sample.text(String(repeating: "é", count: 2_040))),
                (
                    "com.apple.quicktime.content.identifier",
                    Sample.text(String(repeating: "i", count: 300))
                ),
            ]
        )
        for bytes in [long, place] {
            let metadata = try Sample.read(bytes, name: "a.mov")
            #expect(try Self.answers(Self.packet(metadata)) == [metadata])
        }
        let found = try Sample.read(place, name: "a.mov")
        #expect(found.location == Location(latitude: 41.9, longitude: 12.5))
        #expect(found.contentIdentifier == nil)
        #expect(try Sample.read(long, name: "a.mov").duration == 0)
    }
}
