import Foundation
import Renditions
import Testing

@testable import Imaging

/// Pictures that films have beside them.
@Suite(.enabled(if: FFmpeg.isThere, "needs ffmpeg"))
struct EmbeddedPictureTests {
    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let size = UInt32(content.count + 8)
        return (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) } + Array(type.utf8)
            + content
    }

    private static func embedded(_ path: String) throws -> Picture {
        try Films.picture(path) { $0.subject = .embedded }
    }

    @Test(arguments: ["film.mp4", "film.mkv"])
    func `a picture that is attached is found`(name: String) throws {
        let folder = try FilmFolder()
        let cover = try folder.make("cover.jpg", "-f lavfi -i color=red:s=120x90 -frames:v 1")
        let film = try folder.make("plain.mp4", FilmCase.h264)
        let attached = try folder.make(
            name,
            name == "film.mkv"
                ? "-i \(film) -c copy -attach \(cover) -metadata:s:t mimetype=image/jpeg "
                    + "-metadata:s:t filename=cover.jpg"
                : "-i \(film) -i \(cover) -map 0 -map 1 -c copy -disposition:v:1 attached_pic"
        )
        let picture = try Self.embedded(attached)
        #expect(picture.sourceSize == [120, 90])
        let colour = try #require(picture.colour(60, 45))
        #expect(colour[0] > 240 && colour[1] < 15 && colour[2] < 15)
        // The film itself is another picture.
        #expect(try Films.picture(attached).sourceSize == [640, 360])
    }

    @Test(arguments: [("CNTH", "CNDA", 0), ("NCDT", "NCTH", 0), ("XXXX", "thum", 4)])
    func `a picture that a camera keeps in the user data is found`(
        outer: String,
        inner: String,
        numbers: Int
    ) throws {
        let folder = try FilmFolder()
        let cover = try folder.make("cover.jpg", "-f lavfi -i color=blue:s=160x120 -frames:v 1")
        let jpeg = [UInt8](try Data(contentsOf: URL(filePath: cover)))
        let data = [UInt8](repeating: 0, count: numbers) + jpeg
        let userData = Self.box("udta", Self.box(outer, Self.box(inner, data)))
        let path = try folder.make("film.mov", FilmCase.h264)
        var film = [UInt8](try Data(contentsOf: URL(filePath: path)))
        // The headers come last, so that they can grow.
        let headers = try #require(Data(film).range(of: Data("moov".utf8))).lowerBound - 4
        let size = UInt32(film.count - headers + userData.count)
        for index in 0..<4 {
            film[headers + index] = UInt8(truncatingIfNeeded: size >> (24 - 8 * index))
        }
        try Data(film + userData).write(to: URL(filePath: path))
        let picture = try Self.embedded(path)
        #expect(picture.sourceSize == [160, 120])
        #expect(try #require(picture.colour(80, 60))[2] > 240)
    }

    @Test
    func `a film without one says so`() throws {
        let folder = try FilmFolder()
        let film = try folder.make("film.mp4", FilmCase.h264)
        let error = #expect(throws: ImagingError.self) { try Self.embedded(film) }
        #expect(error == ImagingError(.undecodable, "there is no picture beside the film"))
    }
}
