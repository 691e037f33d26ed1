import Foundation
import MediaMetadata
import TestSupport
import Testing

/// QuickTime films with a compressed header, as QuickTime 3 to 7 could write it.
struct PackedHeaderTests {
    private static func film() throws -> [UInt8] {
        try MadeFilm.make(
            "-f lavfi -i testsrc=d=2:s=320x240:r=15 -c:v mjpeg -metadata creation_time=2006-05-04T03:02:01Z",
            "MVI_1.mov"
        )
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
            let header = Sample.bigEndian(box.count, 4) + Sample.stored(box)
            let parts = Sample.box("dcom", Array("zlib".utf8)) + Sample.box("cmvd", header)
            packed += Sample.box("moov", Sample.box("cmov", parts))
        }
        return packed
    }

    private static func read(_ film: [UInt8]) throws -> FileMetadata {
        try MadeFilm.read(film, "MVI_1.mov")
    }

    @Test(.enabled(if: MadeFilm.canBeMade, "needs ffmpeg"))
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
