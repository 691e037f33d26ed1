import Foundation
import MediaMetadata
import PhotoModel
import TestSupport
import Testing

struct ExifMemoryTests {
    /// A photo with so many tags more: a few hundred fill what libexif's objects are kept in.
    private static func photo(_ make: String, tags: Int) -> [UInt8] {
        var zero: [Int: Sample.Value] = [0x10F: .text(make), 0xFFFE: .text("the end")]
        for tag in 0..<tags { zero[0xA500 + tag] = .text("tag number \(tag)") }
        let exif = Sample.exif(zero: zero, photo: [0x9003: .text("2023:07:01 12:30:45")])
        return Sample.jpeg(400, 300, segments: [(0xE1, exif)])
    }

    @Test(arguments: [0, 300, 600, 1_200, 2_000])
    func `however many tags there are, those asked for are found, and in the next file too`(
        _ tags: Int
    ) throws {
        for make in ["Apple", "Google"] {
            let metadata = try Sample.read(Self.photo(make, tags: tags), name: "a.jpg")
            #expect(metadata.cameraMake == make)
            #expect(metadata.date?.source == .exif)
        }
    }

    @Test
    func `nothing of a file is left for the next one`() throws {
        _ = try Sample.read(Self.photo("Apple", tags: 1_200), name: "a.jpg")
        let exif = Sample.exif(zero: [:], photo: [0x9004: .text("2023:07:01 12:30:45")])
        let metadata = try Sample.read(
            Sample.jpeg(400, 300, segments: [(0xE1, exif)]),
            name: "b.jpg"
        )
        #expect(metadata.cameraMake == nil)
        #expect(metadata.evidence.map(\.detail) == ["Exif DateTimeDigitized"])
    }

    @Test
    func `threads do not meet`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    for round in 0..<20 {
                        let make = "Make \(worker) \(round)"
                        let tags = round % 4 * 400
                        let metadata = try Sample.read(
                            Self.photo(make, tags: tags),
                            name: "a.jpg"
                        )
                        #expect(metadata.cameraMake == make)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
