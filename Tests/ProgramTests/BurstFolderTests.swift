import Foundation
import TestSupport
import Testing

/// Which photos of a folder are a burst: those whose maker says so, and none for being taken soon after another.
struct BurstFolderTests {
    private let program: Program

    init() throws { program = try Program() }

    private static let pan = "7B1C5A1E-0F3C-4B7C-9D57-0D4B6B0B5F11"

    /// A picture of one camera, taken so many milliseconds after half past twelve.
    private static func picture(
        _ number: Int,
        after milliseconds: Int,
        hasFraction: Bool,
        burst: String? = nil
    )
        -> [UInt8]
    {
        let (seconds, fraction) = (
            milliseconds / 1_000, String(1_000 + milliseconds % 1_000).dropFirst()
        )
        var photo: [Int: Sample.Value] = [
            0x9003: .text("2023:07:01 12:30:\(String(100 + seconds).dropFirst())")
        ]
        if hasFraction { photo[0x9291] = .text(String(fraction)) }
        if let burst { photo[0x927C] = .bytes(Sample.appleNote([(0x0B, burst)])) }
        let exif = Sample.exif(
            zero: [0x10F: .text("Apple"), 0x110: .text("iPhone 14")],
            photo: photo
        )
        return Sample.jpeg(400, 300, segments: [(0xE1, exif), (0xFE, Array("\(number)".utf8))])
    }

    @Test
    func `a long pan that is marked is one burst, and what was taken in one second is none`() throws
    {
        for number in 0..<20 {
            try program.write(
                Self.picture(number, after: 0, hasFraction: false),
                to: "second/IMG_\(1_000 + number).JPG"
            )
            try program.write(
                Self.picture(number, after: 40 * number, hasFraction: true),
                to: "fractions/IMG_\(2_000 + number).JPG"
            )
        }
        // It lasts for more than six seconds, and lies in two folders.
        for number in 0..<33 {
            try program.write(
                Self.picture(number, after: 200 * number, hasFraction: true, burst: Self.pan),
                to: "\(number % 2)/IMG_\(3_000 + number).JPG"
            )
        }
        #expect(try program.run("index", program.photos.path).code == 0)
        let shown = try program.run("assets", "--no-all-burst-assets").lines
        let all = try program.run("assets", "--all-burst-assets").lines
        #expect(all.count == 73 && shown.count == 41)
        let marked = all.filter { $0["burstIdentifier"] as? String == Self.pan }
        #expect(marked.count == 33)
        #expect(all.count { !($0["burstIdentifier"] is NSNull) } == 33)
        let first = marked.filter { $0["representsBurst"] as? Bool == true }
        #expect(first.compactMap { $0["path"] as? String } == ["0/IMG_3000.JPG"])
        try expectHintsAtEditedBursts()
        try expectHints()
    }

    /// Gives the photo that represents the burst another date, hides it, and takes both back.
    private func expectHintsAtEditedBursts() throws {
        func complaint(_ edit: String...) throws -> String {
            let run = try program.run(["edit", program.photos.path + "/0/IMG_3000.JPG"] + edit)
            #expect(run.code == 0)
            return run.complaint
        }
        #expect(
            try complaint("--date", "2099-01-01").contains("0/IMG_3000.JPG is in a burst that ")
        )
        #expect(try complaint("--hidden") == "")
        #expect(try complaint("--date", "file", "--no-hidden") == "")
        #expect(try complaint("--hidden").contains("0/IMG_3000.JPG represents a burst; "))
        #expect(try complaint("--no-hidden") == "")
    }

    /// Marks photos of the burst as favorites, and expects a hint where the one that represents it is none.
    private func expectHints() throws {
        func complaint(_ names: String...) throws -> String {
            let paths = names.map { "\(program.photos.path)/\($0)" }
            let run = try program.run(["edit", "--favorite"] + paths)
            #expect(run.code == 0 && run.lines.count == names.count)
            return run.complaint
        }
        let hint = try complaint("1/IMG_3001.JPG", "0/IMG_3002.JPG", "second/IMG_1000.JPG")
        #expect(hint.split(separator: "\n").count == 1, "\(hint)")
        #expect(
            hint.contains("1/IMG_3001.JPG is in a burst that \(program.photos.path)/0/IMG_3000.JPG")
        )
        #expect(try complaint("0/IMG_3000.JPG", "0/IMG_3002.JPG") == "")
        #expect(try complaint("0/IMG_3004.JPG") == "")
    }
}
