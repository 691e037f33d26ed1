import Foundation
import Imaging
import Renditions
import TestSupport
import Testing

struct DesktopThumbnailTests {
    private let desk: CacheDesk
    private let thumbnails: DesktopThumbnails

    init() throws {
        desk = try CacheDesk()
        thumbnails = DesktopThumbnails(cache: desk.path)
    }

    /// A PNG of one colour, by another program's hand.
    private static func png(_ width: Int, _ height: Int, texts: [(String, String)] = []) -> [UInt8]
    {
        let program = """
            import sys, zlib, struct
            def chunk(name, data):
                return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
            width, height = int(sys.argv[1]), int(sys.argv[2])
            out = b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
            out += chunk(b"IDAT", zlib.compress((b"\\0" + b"\\x10\\x20\\x30\\xff" * width) * height))
            for text in sys.argv[3:]:
                out += chunk(b"tEXt", text.encode().replace(b"=", b"\\0", 1))
            sys.stdout.buffer.write(out + chunk(b"IEND", b""))
            """
        let arguments = ["-c", program, "\(width)", "\(height)"]
        return Python.output(arguments + texts.map { "\($0.0)=\($0.1)" })
    }

    private static func picture(_ png: [UInt8]) -> Picture {
        var picture = Picture(width: 128, height: 96, sourceWidth: 4_032, sourceHeight: 3_024)
        (picture.encoded, picture.format) = (png, .png)
        return picture
    }

    private static let subject = DesktopThumbnails.Subject(
        path: Array("/home/jens/photos/me.png".utf8),
        modified: 1_700_000_000_987_654_321,
        size: 123
    )

    @Test
    func `one that was written is found, where others look for it and with what they look for`()
        throws
    {
        let picture = Self.picture(
            Self.png(128, 96, texts: [("Software", "other"), ("Author", "me")])
        )
        #expect(thumbnails.write(picture, of: Self.subject, .normal))
        // The example of the standard.
        let file = desk.path + "/thumbnails/normal/c6ee772d9e49320e97ec29a7eb5b1697.png"
        #expect(Files.mode(file) == 0o600)
        #expect(Files.mode(desk.path + "/thumbnails") == 0o700)
        #expect(Files.mode(desk.path + "/thumbnails/normal") == 0o700)
        let written = try #require(Files.read(file))
        let texts = Python.texts(file)
        #expect(
            texts == [
                "Thumb::URI": "file:///home/jens/photos/me.png", "Thumb::MTime": "1700000000",
                "Thumb::Size": "123", "Thumb::Image::Width": "4032",
                "Thumb::Image::Height": "3024", "Software": "Heliograph", "Author": "me",
            ]
        )
        let found = try #require(thumbnails.find(Self.subject, pixels: 200))
        #expect(found.encoded == written)
        #expect((found.width, found.height) == (128, 96))
        #expect((found.sourceWidth, found.sourceHeight) == (4_032, 3_024))
        #expect(found.hasAlpha && found.format == .png)
    }

    @Test
    func `one of another time, size or place is none`() throws {
        #expect(thumbnails.write(Self.picture(Self.png(10, 10)), of: Self.subject, .normal))
        var others = [DesktopThumbnails.Subject](repeating: Self.subject, count: 4)
        others[0].modified += 1_000_000_000
        others[1].modified -= 1_000_000_000
        others[2].size += 1
        others[3].path.append(0x31)
        for other in others { #expect(thumbnails.find(other, pixels: 10) == nil) }
        #expect(thumbnails.find(Self.subject, pixels: 10) != nil)
        // Of the right name, but of something else.
        let file = desk.path + "/thumbnails/normal/c6ee772d9e49320e97ec29a7eb5b1697.png"
        for texts in [
            [("Thumb::URI", "file:///other"), ("Thumb::MTime", "1700000000")],
            [("Thumb::URI", "file:///home/jens/photos/me.png")], [("Thumb::MTime", "1700000000")],
        ] {
            Files.write(Self.png(10, 10, texts: texts), file)
            #expect(thumbnails.find(Self.subject, pixels: 10) == nil)
        }
        // Without a size is enough.
        let enough = [
            ("Thumb::URI", "file:///home/jens/photos/me.png"), ("Thumb::MTime", "1700000000"),
        ]
        Files.write(Self.png(10, 10, texts: enough), file)
        #expect(thumbnails.find(Self.subject, pixels: 10) != nil)
        // Larger than its directory allows.
        Files.write(Self.png(129, 10, texts: enough), file)
        #expect(thumbnails.find(Self.subject, pixels: 10) == nil)
    }

    @Test(arguments: [
        (0, "0"), (999_999_999, "0"), (1_000_000_000, "1"), (-1, "-1"), (-1_000_000_000, "-1"),
        (.max, "9223372036"), (.min, "-9223372037"),
    ])
    func `seconds are whole`(modified: Int64, seconds: String) {
        var subject = Self.subject
        subject.modified = modified
        thumbnails.write(Self.picture(Self.png(10, 10)), of: subject, .normal)
        let name = CacheDesk.output("find", desk.path, "-name '*.png'").dropLast()
        #expect(Python.texts(String(name))["Thumb::MTime"] == seconds)
    }

    @Test
    func `the smallest that is large enough is taken, or the largest`() {
        for (size, pixels) in [
            (DesktopThumbnails.Size.normal, 128), (.large, 256), (.extraLarge, 512),
        ] {
            thumbnails.write(Self.picture(Self.png(pixels, 1)), of: Self.subject, size)
        }
        for (wanted, given) in [(1, 128), (128, 128), (129, 256), (512, 512), (2_000, 512)] {
            #expect(thumbnails.find(Self.subject, pixels: wanted)?.width == given, "\(wanted)")
        }
    }

    @Test
    func `what is cut or changed in its chunks is none, and stops nothing`() {
        thumbnails.write(Self.picture(Self.png(10, 10)), of: Self.subject, .normal)
        let file = desk.path + "/thumbnails/normal/c6ee772d9e49320e97ec29a7eb5b1697.png"
        let whole = Files.read(file) ?? []
        for count in 0..<whole.count {
            Files.write(Array(whole[..<count]), file)
            #expect(thumbnails.find(Self.subject, pixels: 10) == nil, "\(count)")
        }
        for position in 8..<whole.count {
            var changed = whole
            changed[position] = 0xFF
            Files.write(changed, file)
            _ = thumbnails.find(Self.subject, pixels: 10)
        }
    }

    @Test
    func `what is not to be a thumbnail is not written`() {
        let (png, subject) = (Self.png(129, 10), Self.subject)
        #expect(!thumbnails.write(Self.picture(png), of: subject, .normal))
        var jpeg = Self.picture(Self.png(10, 10))
        jpeg.format = .jpeg
        #expect(!thumbnails.write(jpeg, of: subject, .normal))
        #expect(!thumbnails.write(Self.picture([1, 2, 3]), of: subject, .normal))
        var own = subject
        own.path = Array((desk.path + "/thumbnails/large/a.png").utf8)
        #expect(!thumbnails.write(Self.picture(Self.png(10, 10)), of: own, .normal))
        #expect(CacheDesk.output("find", desk.path, "-type f") == "")
    }

    @Test(.enabled(if: geteuid() == 0, "needs another user's files"))
    func `another user's are none, and are left alone`() {
        thumbnails.write(Self.picture(Self.png(10, 10)), of: Self.subject, .normal)
        CacheDesk.run("chown", "-R", "4001", desk.path)
        defer { #expect(CacheDesk.output("find", desk.path, "-uid 0") == "") }
        #expect(thumbnails.find(Self.subject, pixels: 10) == nil)
        for size in DesktopThumbnails.Size.allCases {
            #expect(!thumbnails.write(Self.picture(Self.png(10, 10)), of: Self.subject, size))
        }
    }

    @Test
    func `names are written as other programs write them`() {
        var every: [UInt8] = Array("/a b".utf8)
        every += (1...255).map { UInt8($0) }
        var subject = Self.subject
        subject.path = every
        thumbnails.write(Self.picture(Self.png(10, 10)), of: subject, .large)
        let name = CacheDesk.output("find", desk.path, "-name '*.png'").split(separator: "\n")[0]
        let uri = Python.texts(String(name))["Thumb::URI"] ?? ""
        // As g_filename_to_uri gives it.
        #expect(uri.hasPrefix("file:///a%20b%01%02"))
        #expect(uri.contains("%1F%20!%22%23$%25&'()*+,-./0123456789:%3B%3C=%3E%3F@ABC"))
        #expect(uri.contains("XYZ%5B%5C%5D%5E_%60abc") && uri.contains("xyz%7B%7C%7D~%7F%80"))
        #expect(uri.hasSuffix("%FE%FF"))
        let digest = Python.output([
            "-c", "import hashlib,sys;print(hashlib.md5(sys.argv[1].encode()).hexdigest())", uri,
        ])
        #expect(name.hasSuffix("\(String(decoding: digest.dropLast(), as: UTF8.self)).png"))
    }
}

private enum Python {
    static func output(_ arguments: [String]) -> [UInt8] {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = arguments
        process.standardOutput = pipe
        guard (try? process.run()) != nil else { return [] }
        let data = try? pipe.fileHandleForReading.readToEnd()
        process.waitUntilExit()
        return [UInt8](data ?? Data())
    }

    /// The texts of a PNG file whose checksums are right.
    static func texts(_ path: String) -> [String: String] {
        let program = """
            import sys, zlib, struct, json
            data, at, texts = open(sys.argv[1], "rb").read(), 8, {}
            while at < len(data):
                length, = struct.unpack(">I", data[at:at + 4])
                body = data[at + 4:at + 8 + length]
                assert zlib.crc32(body) == struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0]
                if body[:4] == b"tEXt":
                    key, text = body[4:].decode().split("\\0")
                    texts[key] = text
                at += 12 + length
            print(json.dumps(texts))
            """
        let output = Python.output(["-c", program, path])
        return (try? JSONDecoder().decode([String: String].self, from: Data(output))) ?? [:]
    }
}
