import Foundation
import Renditions
import TestSupport
import Testing

@testable import Imaging

/// What cannot be decoded, or is made to do harm, costs an answer that says why.
struct RefusalTests {
    static func png(_ width: Int, _ height: Int) -> [UInt8] {
        let header = Sample.bigEndian(width, 4) + Sample.bigEndian(height, 4) + [8, 2, 0, 0, 0]
        // The header's sum is right for each of these sizes; nothing follows that is looked at.
        return Array("\u{89}PNG".unicodeScalars.map { UInt8($0.value) }) + [13, 10, 26, 10]
            + chunk("IHDR", header) + chunk("IDAT", [0x78, 0x9C])
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let content = Array(type.utf8) + data
        var sum = UInt32.max
        for byte in content {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return Sample.bigEndian(data.count, 4) + content + Sample.bigEndian(Int(~sum), 4)
    }

    static var hugeJPEG: [UInt8] {
        Sample.jpeg(65_500, 65_500)
    }

    static var hugeGIF: [UInt8] {
        let picture: [UInt8] = [0x2C, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 2, 2, 0x4C, 1, 0]
        return Array("GIF89a".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
            + (0..<1_000).flatMap { _ in picture } + [0x3B]
    }

    struct Case: CustomTestStringConvertible {
        let name: String
        let file: [UInt8]
        let reason: String
        var testDescription: String { name }
    }

    static let cases = [
        Case(
            name: "huge.png",
            file: png(50_000, 50_000),
            reason: "50,000 × 50,000 pixels are more than are decoded"
        ),
        Case(
            name: "huge.jpg",
            file: hugeJPEG,
            reason: "65,500 × 65,500 pixels are more than are decoded"
        ),
        Case(
            name: "huge.gif",
            file: hugeGIF,
            reason: "65,535 × 65,535 pixels are more than are decoded"
        ),
        Case(
            name: "a.jpg",
            file: [0xFF, 0xD8]
                + (0..<10_000).flatMap { _ in [0xFF, 0xE1, 0, 2] as [UInt8] }
                + Sample.jpeg(40, 30).dropFirst(2),
            reason: "a picture with so many segments is not decoded"
        ),
        Case(name: "a.pdf", file: Array("%PDF-1.4".utf8), reason: "PDF documents are not drawn"),
        Case(name: "a.svg", file: Array("<svg/>".utf8), reason: "SVG drawings are not drawn"),
        Case(name: "a.jpg", file: [], reason: "the file is empty"),
        Case(name: "a.mov", file: Sample.film(samples: 3), reason: "it is a film"),
        Case(
            name: "a.txt",
            file: Array("words".utf8),
            reason: "it is no picture of a format that is decoded"
        ),
    ]

    @Test(arguments: cases)
    func `a file without a picture is refused with the reason`(_ test: Case) {
        #expect(Studio().reason(test.file, name: test.name) == test.reason)
    }

    @Test
    func `the reason is that of the file, whatever was decoded before it`() throws {
        let studio = Studio()
        let file = try studio.file(.quarters(64, 48), .jpeg(quality: 80))
        let others = try [Encoding.png, .webp(quality: 80), .avif(quality: 80)].map {
            Array(try studio.file(.quarters(64, 48), $0).prefix(100))
        }
        let expected = others.map { Studio().reason($0) }
        // Those that are cut off are drawn as far as they go, with a complaint.
        for count in stride(from: file.count - 1, to: file.count / 2, by: -37) {
            for (broken, reason) in zip(others, expected) {
                _ = studio.make(Array(file.prefix(count)))
                #expect(studio.reason(broken) == reason)
            }
        }
    }

    @Test
    func `a damaged file is refused, and the next is decoded`() throws {
        let studio = Studio()
        let file = try studio.file(.quarters(64, 48), .jpeg(quality: 80))
        let reason = studio.reason(Array(file.prefix(20)), name: "a.jpg")
        #expect(reason.hasPrefix("it cannot be decoded: "))
        #expect(try studio.picture(file).quarters == "RG/BW")
    }

    @Test
    func `a picture that is cut off is shown as far as it goes`() throws {
        let studio = Studio()
        let noise = Drawing(256, 256) { x, y in (x * 7 + y * 13) % 5 < 2 ? .red : .blue }
        let file = try studio.file(noise, .jpeg(quality: 90))
        let picture = try studio.picture(Array(file.prefix(file.count / 2)))
        #expect((picture.width, picture.height) == (256, 256))
    }

    struct Misbehaviour: CustomTestStringConvertible {
        let mode: String
        var arguments: [String] = []
        let outcome: String
        var testDescription: String { mode + arguments.joined() }
    }

    static let misbehaviours = [
        Misbehaviour(mode: "opens", outcome: "opens"),
        Misbehaviour(mode: "opens", arguments: ["--test-seccomp"], outcome: "not permitted"),
        Misbehaviour(mode: "opens", arguments: ["--test-landlock"], outcome: "Permission denied"),
        Misbehaviour(mode: "connects", arguments: ["--test-seccomp"], outcome: "died"),
        Misbehaviour(mode: "forks", arguments: ["--test-seccomp"], outcome: "died"),
        Misbehaviour(mode: "executes", arguments: ["--test-seccomp"], outcome: "died"),
        Misbehaviour(mode: "maps", arguments: ["--test-seccomp"], outcome: "not permitted"),
        Misbehaviour(mode: "writes", outcome: "not permitted"),
        Misbehaviour(mode: "allocates", arguments: ["--test-limits"], outcome: "MiB were all"),
        Misbehaviour(mode: "loops", arguments: ["--test-processor"], outcome: "died"),
        Misbehaviour(mode: "dies", outcome: "died"),
        Misbehaviour(mode: "babbles", outcome: "died"),
        Misbehaviour(mode: "invents", outcome: "died"),
    ]

    @Test(arguments: misbehaviours)
    func `an imager that is taken over is stopped, and another goes on`(_ test: Misbehaviour)
        throws
    {
        let file = try Studio().file(.quarters(64, 48), .jpeg(quality: 80))
        let studio = Studio(test.arguments)
        let name = "misbehave-\(test.mode).jpg"
        let outcome = studio.reason(file, name: name)
        #expect(outcome.contains(test.outcome), "\(outcome), without \(studio.missingSandbox)")
        #expect(try studio.picture(file).quarters == "RG/BW")
    }

    @Test
    func `all of the sandbox is in force`() throws {
        let studio = Studio()
        let file = try studio.file(.quarters(64, 48), .avif(quality: 80))
        // Its decoder starts threads.
        #expect(try studio.picture(file).quarters == "RG/BW")
        if !studio.missingSandbox.isEmpty { try Test.cancel("missing: \(studio.missingSandbox)") }
    }
}
