import Foundation
import Renditions
import Testing

@testable import Imaging

/// Parts and sizes of frames.
@Suite(.enabled(if: FFmpeg.isThere, "needs ffmpeg"))
struct FilmPartTests {
    @Test(arguments: [
        UnitRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5),
        UnitRect(x: 0, y: 0.5, width: 0.3, height: 0.5),
        UnitRect(x: 0.7, y: 0, width: 0.3, height: 1),
    ])
    func `a part is what the whole has there, also of a film that is turned`(_ part: UnitRect)
        throws
    {
        let folder = try FilmFolder()
        let upright = try folder.make("upright.mp4", FilmCase.h264)
        let turned = try folder.make("turned.mp4", "-i \(upright) -c copy -metadata:s:v rotate=90")
        for film in [upright, turned] {
            let whole = try Films.picture(film) { ($0.time, $0.resize) = (1, .none) }
            let found = try Films.picture(film) { request in
                (request.time, request.resize, request.crop) = (1, .none, part)
            }
            let (left, top) = (
                Int((part.x * Double(whole.width)).rounded()),
                Int((part.y * Double(whole.height)).rounded())
            )
            let expected = (0..<found.height).flatMap { y in
                (0..<found.width).flatMap { x in
                    whole.colour(left + x, top + y).map { Array($0.prefix(3)) } ?? []
                }
            }
            #expect(try #require(found.difference(expected)) <= 0.5)
        }
    }

    @Test(arguments: [(100, 100), (1_000, 300), (50, 700)])
    func `a size that is to be filled exactly is`(width: Int, height: Int) throws {
        let folder = try FilmFolder()
        let film = try folder.make("film.mp4", FilmCase.h264)
        let picture = try Films.picture(film) { request in
            (request.width, request.height) = (width, height)
            (request.mode, request.resize) = (.fill, .exact)
        }
        #expect(picture.size == [width, height])
        #expect(picture.pixels?.count == 4 * width * height)
    }

    @Test
    func `a film with transparent parts has them in its picture`() throws {
        let folder = try FilmFolder()
        let film = try folder.make(
            "film.mov",
            "-f lavfi -i color=red@0.5:s=64x64:r=25:d=0.2,format=yuva444p10le "
                + "-c:v prores_ks -profile:v 4444 -pix_fmt yuva444p10le"
        )
        let picture = try Films.picture(film)
        #expect(picture.hasAlpha)
        let alpha = try #require(picture.colour(32, 32)?.last)
        #expect(abs(Int(alpha) - 128) <= 2)
    }
}
