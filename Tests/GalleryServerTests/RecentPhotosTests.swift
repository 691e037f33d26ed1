import NIOCore
import Testing

@testable import GalleryServer

struct RecentPhotosTests {
    private let recent = RecentPhotos(bytes: 1_000)

    private func thumbnail(_ number: Int) throws -> Thumbnail {
        try Thumbnail(photo: PhotoID("\(number)/L0/001"), side: 256, content: "c\(number)")
    }

    private func keep(_ number: Int, bytes: Int, since changes: Int? = nil) throws {
        let bytes = ByteBuffer(repeating: UInt8(number & 0xFF), count: bytes)
        recent.keep(
            Thumbnail.Picture(bytes: bytes, type: "image/jpeg"),
            for: try thumbnail(number),
            since: changes ?? recent.changes
        )
    }

    @Test func `what was asked for last is kept`() throws {
        for number in 0..<100 {
            try keep(number, bytes: 100)
            // One of them is looked at all the time.
            #expect(try recent[thumbnail(0)]?.bytes.readableBytes == 100)
        }
        let kept = try (0..<100).filter { try recent[thumbnail($0)] != nil }
        #expect(kept.count <= 10)
        #expect(kept.contains(99) && kept.contains(98) && kept.contains(97))
    }

    @Test func `another size or content is another picture`() throws {
        try keep(1, bytes: 10)
        let photo = PhotoID("1/L0/001")
        #expect(try recent[Thumbnail(photo: photo, side: 512, content: "c1")] == nil)
        #expect(try recent[Thumbnail(photo: photo, side: 256, content: "c2")] == nil)
    }

    @Test func `a change of the library drops all of them, and what is being made`() throws {
        try keep(1, bytes: 10)
        let before = recent.changes
        recent.forget()
        try keep(2, bytes: 10, since: before)
        #expect(try recent[thumbnail(1)] == nil)
        #expect(try recent[thumbnail(2)] == nil)
        try keep(2, bytes: 10)
        #expect(try recent[thumbnail(2)] != nil)
    }

    @Test func `what would take all the room is not kept`() throws {
        try keep(1, bytes: 100)
        try keep(2, bytes: 501)
        #expect(try recent[thumbnail(2)] == nil)
        #expect(try recent[thumbnail(1)] != nil)
    }
}
