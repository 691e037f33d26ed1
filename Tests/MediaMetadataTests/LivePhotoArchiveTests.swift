import MediaMetadata
import PhotoModel
import TestSupport
import Testing

/// Live Photos in one file.
struct LivePhotoArchiveTests {
    private static let exif = Sample.exif(
        zero: [0x10F: .text("Apple"), 0x112: .short(6)],
        photo: [0x9003: .text("2023:07:01 12:30:45"), 0x9011: .text("+02:00")]
    )
    private static let jpeg = Sample.jpeg(400, 300, segments: [(0xE1, exif)])
    private static let heic = Sample.heif([.undecodable(400, 300), .exif(exif)])
    private static let film =
        Sample.film(samples: 45) + Sample.box("mdat", [UInt8](repeating: 7, count: 300))

    struct Kept: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let entries: [ArchiveEntry]
        var comment = ""

        init(_ description: String, _ entries: [ArchiveEntry], comment: String = "") {
            (testDescription, self.entries, self.comment) = (description, entries, comment)
        }
    }

    private static func still(_ bytes: [UInt8] = jpeg, _ name: String = "1.JPG") -> ArchiveEntry {
        ArchiveEntry(name, bytes)
    }

    static let all = [
        Kept("JPEG and film", [still(), ArchiveEntry("1.mov", film)]),
        Kept("HEIC and film", [still(heic, "IMG_1.HEIC.heic"), ArchiveEntry("IMG_1.mov", film)]),
        Kept("film first", [ArchiveEntry("1.mov", film), still(heic)]),
        Kept(
            "with notes of a Mac",
            [
                ArchiveEntry(
                    "__MACOSX/._1.JPG",
                    [0, 5, 0x16, 7] + [UInt8](repeating: 1, count: 99)
                ),
                ArchiveEntry("Live/", []), still(), ArchiveEntry("1.mov", film),
            ]
        ),
        Kept(
            "streamed, with a comment",
            [
                ArchiveEntry("1.JPG", jpeg, isStreamed: true),
                ArchiveEntry("1.mov", film, isStreamed: true),
            ],
            comment: "made by an app"
        ),
        Kept(
            "beyond the first 64 KiB",
            [
                ArchiveEntry(
                    "1.mov",
                    film + Sample.box("free", .init(repeating: 1, count: 99_999))
                ),
                still(jpeg + [UInt8](repeating: 0, count: 99_999)),
            ]
        ),
    ]

    @Test(arguments: all)
    func `the picture says what the file is, and the film makes it a Live Photo`(_ kept: Kept)
        throws
    {
        let bytes = Sample.archive(kept.entries, comment: kept.comment)
        let metadata = try Sample.read(bytes, name: "IMG_1.livp")
        #expect(metadata.unreadableReason == nil)
        #expect(metadata.format == .livePhoto && metadata.mediaType == .image)
        let isUpright = (metadata.width, metadata.height) == (300, 400)
        #expect(isUpright || (metadata.width, metadata.height) == (400, 300))
        #expect(metadata.date.map { "\($0)" } == "2023-07-01T12:30:45.000+02:00")
        #expect(metadata.cameraMake == "Apple")
        let film = try #require(metadata.film)
        #expect(Array(bytes[film]).starts(with: Self.film))
        #expect(metadata.subtypes.contains(.photoLive))
    }

    @Test
    func `a picture alone in its archive is an ordinary one`() throws {
        let metadata = try Sample.read(Sample.archive([Self.still()]), name: "IMG_1.LIVP")
        #expect(metadata.unreadableReason == nil && metadata.film == nil)
        #expect(metadata.cameraMake == "Apple" && !metadata.subtypes.contains(.photoLive))
    }

    @Test
    func `what is a picture or a film by its content is one, whatever its ending`() throws {
        #expect(try Sample.read(Self.heic, name: "a.livp").format == .heic)
        #expect(try Sample.read(Self.film, name: "a.livp").mediaType == .video)
        // An archive under another name is not a photo.
        let archive = Sample.archive([Self.still()])
        #expect(try Sample.read(archive, name: "a.jpg").format == .unknown)
    }

    @Test
    func `one without a picture that can be read says so`() throws {
        let archives = [
            Sample.archive([ArchiveEntry("1.JPG", Self.jpeg, method: 8)]),
            Sample.archive([ArchiveEntry("1.mov", Self.film)]), Sample.archive([]),
            Array(Sample.archive([Self.still()]).dropLast(30)),
        ]
        for archive in archives {
            let metadata = try Sample.read(
                [0x50, 0x4B, 3, 4] + archive.dropFirst(4),
                name: "a.livp"
            )
            #expect(metadata.format == .livePhoto)
            #expect(metadata.unreadableReason?.contains("unzip") == true)
        }
    }

    @Test
    func `damaged ones cost themselves only`() throws {
        var generator = SplitMix(state: Effort.seed)
        let whole = Sample.archive([Self.still(), ArchiveEntry("1.mov", Self.film)])
        for _ in 0..<Effort.count(300, of: 20_000) {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] =
                    [0, 0xFF, 0x7F, bytes[place] &+ 1].randomElement(using: &generator) ?? 0
            }
            if Bool.random(using: &generator) {
                bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator))
            }
            let metadata = try Sample.read(bytes, name: "a.livp")
            if let film = metadata.film { #expect(film.upperBound <= bytes.count) }
        }
    }
}
