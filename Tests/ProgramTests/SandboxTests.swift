import Foundation
import TestSupport
import Testing

struct SandboxTests {
    /// An AVI file of 40 x 30 pixels and one frame, recorded at a local time.
    static func film() -> [UInt8] {
        func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
            Array(type.utf8) + little(data.count) + data + (data.count % 2 == 1 ? [0] : [])
        }
        func little(_ value: Int) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let numbers = { (values: [Int]) in values.flatMap(little) }
        let main = chunk("avih", numbers([100_000, 0, 0, 16, 10, 0, 1, 0, 40, 30, 0, 0, 0, 0]))
        let stream = chunk(
            "strh",
            Array("vidsMJPG".utf8) + numbers([0, 0, 0, 1, 10, 0, 10, 0, -1, 0, 0, 0])
        )
        let format = chunk(
            "strf",
            numbers([40, 40, 30, 24 << 16 | 1]) + Array("MJPG".utf8) + numbers([3_600, 0, 0, 0, 0])
        )
        let header =
            main + chunk("LIST", Array("strl".utf8) + stream + format)
            + chunk("IDIT", Array("FRI MAR 26 21:19:07 2021\n\0".utf8))
        let frames = chunk("00dc", Program.jpeg(1))
        let body =
            chunk("LIST", Array("hdrl".utf8) + header) + chunk("LIST", Array("movi".utf8) + frames)
        return chunk("RIFF", Array("AVI ".utf8) + body)
    }

    @Test
    func `a film that is no ISO file is read by libavformat, a broken one has a reason`() throws {
        let program = try Program()
        try Data(Self.film()).write(to: program.photos.appendingPathComponent("a.avi"))
        try Data(Self.film().prefix(60)).write(to: program.photos.appendingPathComponent("b.avi"))
        #expect(try program.run("index", program.photos.path).code == 0)
        let assets = try program.run("assets", "--sort", "pixelWidth:desc").lines
        #expect(assets.map { $0["pixelWidth"] as? Int } == [40, 0])
        #expect(assets.first?["pixelHeight"] as? Int == 30)
        #expect(assets.first?["mediaType"] as? String == "video")
        let date = assets.first?["creationDate"] as? String
        #expect(date?.hasPrefix("2021-03-26T21:19:07") == true, "\(date ?? "")")
        #expect(assets.last?["readable"] as? Bool == false)
        let explained = try program.run("explain", program.photos.path + "/a.avi").lines.first
        #expect(explained?["pixelWidth"] as? Int == 40)
    }

    @Test
    func `whatever an extractor is made to do is stopped and costs one file`() throws {
        let program = try Program()
        let modes = [
            "opens", "connects", "forks", "executes", "loops", "allocates", "dies", "babbles",
        ]
        for (number, mode) in modes.enumerated() {
            try program.picture("misbehave-\(mode).jpg", number)
        }
        for number in 0..<200 { try program.picture("good/\(number).jpg", 100 + number) }
        let process = program.process([
            // Of a busy machine the good ones need some, too.
            "index", "--extraction-seconds", "5", program.photos.path,
        ])
        var environment = process.environment ?? [:]
        environment["HELIOGRAPH_TEST_MISBEHAVIOUR"] = "1"
        process.environment = environment
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitPatiently()
        #expect(process.terminationStatus == 0)

        let assets = try program.run("assets").lines
        #expect(assets.count == modes.count + 200)
        for asset in assets {
            let path = asset["path"] as? String ?? ""
            let reason = asset["unreadableReason"] as? String
            guard path.hasPrefix("misbehave-") else {
                #expect(reason == nil, "\(path): \(reason ?? "")")
                continue
            }
            let isStopped = reason.map { text in
                ["stopped", "took too long", "ended the extractor"].contains { text.contains($0) }
            }
            #expect(isStopped == true, "\(path): \(reason ?? "nothing stopped it")")
        }
        let status = try program.run("status").lines.first?["sandbox"] as? String
        #expect(status == "complete" || status?.hasPrefix("without ") == true)
        #expect(try program.run("audit").code == 0)
    }
}
