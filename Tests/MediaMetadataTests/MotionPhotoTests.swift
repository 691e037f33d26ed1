import MediaMetadata
import PhotoModel
import TestSupport
import Testing

/// The film in a picture's file, as each maker of phones has it.
struct MotionPhotoTests {
    /// A file with a film in it.
    struct Kept: Sendable, CustomTestStringConvertible {
        let maker: String
        let name: String
        /// What lies before the film, and after it.
        let before, after: [UInt8]

        var testDescription: String { maker }

        init(_ maker: String, _ name: String, _ before: [UInt8], after: [UInt8] = []) {
            (self.maker, self.name, self.before, self.after) = (maker, name, before, after)
        }
    }

    private static let film =
        Sample.film(samples: 45) + Sample.box("mdat", [UInt8](repeating: 7, count: 300))
    /// A second picture that lies between the first and the film, as a gain map does.
    private static let gainMap = Sample.jpeg(100, 75)

    private static func item(_ semantic: String, _ type: String, _ rest: String = "") -> String {
        """
        <rdf:li rdf:parseType='Resource'><Container:Item Item:Mime='\(type)'
        Item:Semantic='\(semantic)' \(rest)/></rdf:li>
        """
    }

    /// Google's list of what lies in the file one after another.
    private static func container(gainMap: Int? = nil, padding: Int = 0) -> String {
        let others = gainMap.map { item("GainMap", "image/jpeg", "Item:Length='\($0)'") } ?? ""
        let films = item(
            "MotionPhoto",
            "video/mp4",
            "Item:Length='\(film.count)' Item:Padding='\(padding)'"
        )
        return
            "<Container:Directory><rdf:Seq>\(item("Primary", "image/jpeg"))\(others)\(films)</rdf:Seq></Container:Directory>"
    }

    private static func picture(
        _ attributes: [String: String] = [:],
        inner: String = "",
        make: String = "Google"
    ) -> [UInt8] {
        let exif = Sample.exif(
            zero: [0x10F: .text(make)],
            photo: [0x9003: .text("2023:07:01 12:30:45")]
        )
        var segments: [(UInt8, [UInt8])] = [(0xE1, exif)]
        if !attributes.isEmpty { segments.append((0xE1, Sample.xmp(attributes, inner: inner))) }
        return Sample.jpeg(400, 300, segments: segments)
    }

    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        Sample.little(value, count)
    }

    /// Samsung's trailer, whose one block has the film; what of it comes before the film and after that.
    private static let samsung: (before: [UInt8], after: [UInt8]) = {
        let name = Array("MotionPhoto_Data".utf8)
        let head = little(0x0A30 << 16, 4) + little(name.count, 4) + name
        let size = head.count + film.count
        let entry = little(0x0A30 << 16, 4) + little(size, 4) + little(size, 4)
        let directory = Array("SEFH".utf8) + little(107, 4) + little(1, 4) + entry
        return (head, directory + little(directory.count, 4) + Array("SEFT".utf8))
    }()

    /// Huawei's trailer: where the picture is in the film, and how far before the trailer that begins.
    private static let huawei: [UInt8] = {
        let texts = ["0:1477", "LIVE_\(film.count)"]
        return texts.flatMap {
            Array($0.utf8) + [UInt8](repeating: 0x20, count: 20 - $0.utf8.count)
        }
    }()

    private static func heic(_ box: [UInt8]) -> [UInt8] {
        Sample.heif([.undecodable(400, 300)]) + Sample.bigEndian(box.count + film.count + 8, 4)
            + Array("mpvd".utf8)
    }

    static let all: [Kept] = [
        Kept(
            "Google, at first",
            "MVIMG_20180102_030405.jpg",
            picture(["GCamera:MicroVideo": "1", "GCamera:MicroVideoOffset": "\(film.count)"])
        ),
        Kept(
            "Google",
            "PXL_20230701_123045123.MP.jpg",
            picture(["GCamera:MotionPhoto": "1"], inner: container())
        ),
        Kept(
            "Google, with padding behind the film",
            "PXL_1.MP.jpg",
            picture(["GCamera:MotionPhoto": "1"], inner: container(padding: 12)),
            after: [UInt8](repeating: 0, count: 12)
        ),
        Kept(
            "Google, with a gain map before the film",
            "PXL_2.MP.jpg",
            picture(["GCamera:MotionPhoto": "1"], inner: container(gainMap: gainMap.count))
                + gainMap
        ),
        Kept(
            "Xiaomi, which has it both ways",
            "MVIMG_20230701_123045.jpg",
            picture(
                [
                    "GCamera:MicroVideo": "1", "GCamera:MicroVideoOffset": "\(film.count)",
                    "GCamera:MotionPhoto": "1",
                ],
                inner: container(),
                make: "Xiaomi"
            )
        ),
        Kept(
            "Samsung",
            "20230701_123045.jpg",
            picture(make: "samsung") + samsung.before,
            after: samsung.after
        ),
        Kept(
            "Samsung, whose lengths leave its trailer out",
            "20240813_130334.jpg",
            picture(["GCamera:MotionPhoto": "1"], inner: container(), make: "samsung")
                + samsung.before,
            after: samsung.after
        ),
        Kept(
            "Smart Switch, behind another maker's picture",
            "20230701_123045_IMG_1487.jpg",
            picture(make: "Apple") + samsung.before,
            after: samsung.after
        ),
        Kept("Samsung, HEIC", "20230701_123045.heic", heic([])),
        Kept(
            "Samsung, HEIC with its trailer",
            "20240813_130334.heic",
            heic(samsung.after),
            after: samsung.after
        ),
        Kept("Huawei", "IMG_20230701_123045.jpg", picture(make: "HUAWEI"), after: huawei),
        Kept("Honor", "IMG_20240701_123045.jpg", picture(make: "HONOR"), after: huawei),
    ]

    @Test(arguments: all)
    func `the film is found where it begins, and ends where its boxes do`(_ kept: Kept) throws {
        let start = kept.before.count
        let metadata = try Sample.read(kept.before + Self.film + kept.after, name: kept.name)
        #expect(metadata.unreadableReason == nil && metadata.width == 400)
        #expect(metadata.traits.contains(.motionPhoto))
        #expect(metadata.film == start..<start + Self.film.count)
    }

    @Test(arguments: [0, 48, 1_000, 0xFFFF_FFFF])
    func `a trailer that says the impossible harms nothing`(_ length: Int) throws {
        let name = [UInt8](repeating: 0xFF, count: 48)
        let block = Self.little(0x0A30 << 16, 4) + Self.little(length, 4) + name
        let entry =
            Self.little(0x0A30 << 16, 4) + Self.little(block.count, 4)
            + Self.little(block.count, 4)
        let directory = Array("SEFH".utf8) + Self.little(107, 4) + Self.little(1, 4) + entry
        let end = directory + Self.little(directory.count, 4) + Array("SEFT".utf8)
        let file = Self.picture(make: "samsung") + block + end
        let found = try Sample.read(file, name: "20230701_123045.jpg")
        #expect(found.width == 400 && found.film == nil)
    }

    @Test(arguments: [-20_000, -40, -1, 1, 24, 20_000])
    func `a film is found around the place where it was before a program wrote`(
        _ shift: Int
    ) throws {
        let before = Self.picture(["GCamera:MotionPhoto": "1"], inner: Self.container())
        // The lengths are as they were; something was appended, or the film was trimmed.
        let more = [UInt8](repeating: 0, count: max(shift, 0))
        let length = Self.film.count + max(-shift, 0)
        let trimmed = Self.picture([
            "GCamera:MicroVideo": "1", "GCamera:MicroVideoOffset": "\(length)",
        ])
        let picture = shift < 0 ? trimmed + [UInt8](repeating: 7, count: 30_000) : before
        let found = try Sample.read(picture + Self.film + more, name: "PXL_1.MP.jpg")
        #expect(found.film == picture.count..<picture.count + Self.film.count)
    }

    @Test(arguments: all)
    func `a film that was cut off is none, whatever the picture says`(_ kept: Kept) throws {
        let whole = kept.before + Self.film + kept.after
        let picture = kept.name.hasSuffix(".heic") ? kept.before.count - 8 : kept.before.count
        let cuts = [
            Array(whole.prefix(picture)),
            Array(whole.prefix(kept.before.count + Self.film.count - 400)),
            kept.before + kept.after, kept.before + Self.film.dropFirst(40) + kept.after,
        ]
        for (number, bytes) in cuts.enumerated() {
            let metadata = try Sample.read(bytes, name: kept.name)
            #expect(metadata.film == nil, "cut \(number)")
            #expect(metadata.unreadableReason == nil && metadata.width == 400, "cut \(number)")
        }
    }

    @Test
    func `a picture that only ends with a film, or with words like a trailer's, has none`() throws {
        let plain = Self.picture() + Self.film
        let words = Self.picture(make: "HUAWEI") + Array("a text, LIVE_12".utf8)
        for bytes in [plain, words, Self.picture() + Self.film + Self.huawei] {
            let metadata = try Sample.read(bytes, name: "a.jpg")
            #expect(metadata.film == nil && !metadata.traits.contains(.motionPhoto))
        }
    }
}
