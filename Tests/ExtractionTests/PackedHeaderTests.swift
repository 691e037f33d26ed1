import Extraction
import Foundation
import MediaMetadata
import TestSupport
import Testing

/// QuickTime films with a compressed header, as QuickTime 3 to 7 could write it.
struct PackedHeaderTests {
    private static let ffmpeg = "/usr/bin/ffmpeg"

    private static func film() throws -> [UInt8] {
        let path = FileManager.default.temporaryDirectory.path + "/\(UUID()).mov"
        defer { unlink(path) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: ffmpeg)
        process.arguments = [
            "-v", "error", "-f", "lavfi", "-i", "testsrc=d=2:s=320x240:r=15", "-c:v", "mjpeg",
            "-metadata",
            "creation_time=2006-05-04T03:02:01Z", path,
        ]
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Bytes as zlib has them without compressing.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        let count = UInt16(bytes.count)
        let lengths = [count, ~count].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        return [0x78, 1, 1] + lengths + bytes + Sample.bigEndian(Int(b << 16 | a), 4)
    }

    /// Compresses the header of a film.
    private static func packed(_ film: [UInt8]) -> [UInt8] {
        var (packed, rest) = ([UInt8](), film[...])
        while rest.count >= 8 {
            let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let box = Array(rest.prefix(size))
            rest = rest.dropFirst(size)
            guard box[4..<8].elementsEqual("moov".utf8) else {
                packed += box
                continue
            }
            let header = Sample.bigEndian(box.count, 4) + stored(box)
            let parts = Sample.box("dcom", Array("zlib".utf8)) + Sample.box("cmvd", header)
            packed += Sample.box("moov", Sample.box("cmov", parts))
        }
        return packed
    }

    private static func read(_ film: [UInt8]) throws -> FileMetadata {
        let path = FileManager.default.temporaryDirectory.path + "/\(UUID()).mov"
        try Data(film).write(to: URL(fileURLWithPath: path))
        defer { unlink(path) }
        return try FileExtraction(deadline: 60_000).read(Array("MVI_1.mov".utf8)) {
            open(path, O_RDONLY | O_CLOEXEC)
        }.metadata
    }

    @Test(.enabled(if: access(ffmpeg, X_OK) == 0, "needs ffmpeg"))
    func `a compressed header is read, and a damaged one costs its film only`() throws {
        let film = Self.packed(try Self.film())
        let found = try Self.read(film)
        #expect(found.unreadableReason == nil && (found.width, found.height) == (320, 240))
        #expect(found.duration == 2)
        #expect(found.date.map { "\($0)" } == "2006-05-04T03:02:01.000Z")
        var damaged = film
        let start = try #require(Data(film).firstRange(of: Data("cmvd".utf8))?.upperBound)
        for byte in start + 4..<start + 40 { damaged[byte] = 0xAA }
        #expect(try Self.read(damaged).unreadableReason != nil)
        #expect(try Self.read(Array(film.prefix(start + 40))).unreadableReason != nil)
        // A header that claims to be large beyond all measure.
        damaged = film
        for byte in start..<start + 4 { damaged[byte] = 0x7F }
        #expect(try Self.read(damaged).unreadableReason != nil)
    }
}
