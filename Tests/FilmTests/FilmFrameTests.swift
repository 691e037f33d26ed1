import Foundation
import Renditions
import TestSupport
import Testing

@testable import Imaging

/// A film as ffmpeg makes it, and what its frames are to be.
struct FilmCase: CustomTestStringConvertible, Sendable {
    let name: String
    let arguments: String
    /// As it is looked at.
    var size = [640, 360]
    var times = [0, 2.4]

    var testDescription: String { name }

    static let moving = "-f lavfi -i testsrc2=s=640x360:r=25:d=4"
    static let short = "-f lavfi -i testsrc2=s=640x360:r=25:d=0.4"
    private static let plain = "-c:v libx264 -preset veryfast -pix_fmt yuv420p -colorspace bt709"
    static let h264 = "\(moving) \(plain)"

    static let all = [
        FilmCase(name: "h264.mp4", arguments: h264),
        FilmCase(name: "h264.mov", arguments: h264),
        FilmCase(name: "h264.mkv", arguments: h264),
        FilmCase(name: "h264.ts", arguments: h264, times: [0]),
        FilmCase(name: "601.mp4", arguments: "\(h264) -colorspace smpte170m"),
        FilmCase(name: "full.mp4", arguments: "\(moving) -c:v libx264 -pix_fmt yuvj420p"),
        FilmCase(name: "422.mp4", arguments: "\(h264) -pix_fmt yuv422p10le"),
        FilmCase(
            name: "interlaced.mts",
            arguments: "\(h264) -flags +ilme+ildct",
            times: [0]
        ),
        FilmCase(name: "oblong.mp4", arguments: "\(h264) -vf setsar=4/3", size: [853, 360]),
        FilmCase(
            name: "hevc.mov",
            arguments: "\(moving) -c:v libx265 -preset ultrafast -x265-params log-level=none "
                + "-pix_fmt yuv420p10le -colorspace bt709 -tag:v hvc1"
        ),
        FilmCase(name: "mjpeg.avi", arguments: "\(moving) -c:v mjpeg -q:v 3"),
        FilmCase(name: "mpeg4.avi", arguments: "\(moving) -c:v mpeg4 -q:v 3"),
        FilmCase(name: "mpeg2.ts", arguments: "\(moving) -c:v mpeg2video -q:v 3"),
        FilmCase(name: "mpeg2.mpg", arguments: "\(moving) -c:v mpeg2video -q:v 3"),
        FilmCase(name: "vp8.webm", arguments: "\(moving) -c:v libvpx -b:v 2M -cpu-used 8"),
        FilmCase(
            name: "vp9.webm",
            arguments: "\(short) -c:v libvpx-vp9 -b:v 2M -cpu-used 8 -colorspace bt709",
            times: [0, 0.2]
        ),
        FilmCase(
            name: "prores.mov",
            arguments: "\(short) -c:v prores_ks -profile:v 3 -colorspace bt709",
            times: [0, 0.2]
        ),
        FilmCase(
            name: "dnxhr.mov",
            arguments: "\(short) -c:v dnxhd -profile:v dnxhr_hq -pix_fmt yuv422p",
            times: [0, 0.2]
        ),
        FilmCase(
            name: "h263.3gp",
            arguments: "-f lavfi -i testsrc2=s=352x288:r=25:d=0.4 -c:v h263",
            size: [352, 288],
            times: [0, 0.2]
        ),
        FilmCase(
            name: "raw.avi",
            arguments: "-f lavfi -i testsrc2=s=320x180:r=25:d=0.4 -c:v rawvideo -pix_fmt yuv420p",
            size: [320, 180],
            times: [0, 0.2]
        ),
        FilmCase(
            name: "one.mp4",
            arguments: "\(h264) -frames:v 1",
            times: [0]
        ),
    ]
}

@Suite(.enabled(if: FFmpeg.isThere, "needs ffmpeg"))
struct FilmFrameTests {
    /// By how much frames may differ from those of ffmpeg, on average, of 255.
    private static let tolerance = 0.5

    @Test(arguments: Effort.part(4, of: FilmCase.all))
    func `a frame is the one that ffmpeg decodes`(_ film: FilmCase) throws {
        let folder = try FilmFolder()
        let path = try folder.make(film.name, film.arguments)
        for time in film.times {
            let picture = try Films.picture(path, 256) { $0.time = time }
            #expect(picture.sourceSize == film.size)
            #expect(max(picture.width, picture.height) == 256)
            let theirs = try FFmpeg.frame(path, at: time, picture.width, picture.height)
            let difference = try #require(picture.difference(theirs))
            #expect(difference <= Self.tolerance, "at \(time)")
        }
    }

    @Test(arguments: [90, 180, 270])
    func `a film that is turned is shown as it is looked at`(degrees: Int) throws {
        let folder = try FilmFolder()
        let upright = try folder.make("upright.mp4", FilmCase.h264)
        let turned = try folder.make(
            "turned.mp4",
            "-i \(upright) -c copy -metadata:s:v rotate=\(degrees)"
        )
        let picture = try Films.picture(turned, 200) { $0.time = 0 }
        #expect(picture.sourceSize == (degrees == 180 ? [640, 360] : [360, 640]))
        let theirs = try FFmpeg.frame(turned, at: 0, picture.width, picture.height)
        #expect(try #require(picture.difference(theirs)) <= Self.tolerance)
    }

    @Test
    func `a time between frames has the frame before, one after the end the last`() throws {
        let folder = try FilmFolder()
        let path = try folder.make("film.mp4", FilmCase.h264)
        for (time, shown) in [(2.43, 2.4), (100, 3.96)] {
            let picture = try Films.picture(path, 256) { $0.time = time }
            let theirs = try FFmpeg.frame(path, at: shown, picture.width, picture.height)
            #expect(try #require(picture.difference(theirs)) <= Self.tolerance, "at \(time)")
        }
    }

    @Test
    func `a transport stream has the frame at a time though its only key frame is the first`()
        throws
    {
        let folder = try FilmFolder()
        let film = try folder.make("film.mp4", "\(FilmCase.h264) -g 1000 -sc_threshold 0")
        let stream = try folder.make("film.ts", "-i \(film) -c copy")
        let picture = try Films.picture(stream, 256) { $0.time = 2.4 }
        let theirs = try FFmpeg.frame(film, at: 2.4, picture.width, picture.height)
        #expect(try #require(picture.difference(theirs)) <= Self.tolerance)
    }

    @Test(arguments: ["-g 25", "-g 1000 -sc_threshold 0"])
    func `what is black, white or of one colour is passed over`(keyFrames: String) throws {
        let folder = try FilmFolder()
        let begin = ["black", "white", "0x405060"].map {
            "-f lavfi -i color=\($0):s=640x360:r=25:d=1"
        }
        let path = try folder.make(
            "film.mp4",
            begin.joined(separator: " ") + " -f lavfi -i testsrc2=s=640x360:r=25:d=3 "
                + "-filter_complex concat=n=4 -c:v libx264 -preset veryfast -pix_fmt yuv420p "
                + keyFrames
        )
        let pixels = try #require(try Films.picture(path, 64).pixels)
        let colours = Set(stride(from: 0, to: pixels.count, by: 4).map { pixels[$0] >> 5 })
        #expect(colours.count > 4)
    }

    @Test
    func `of a film that shows nothing, what there is is shown`() throws {
        let folder = try FilmFolder()
        let path = try folder.make(
            "film.mp4",
            "-f lavfi -i color=0x405060:s=64x36:r=25:d=3 -pix_fmt yuv420p"
        )
        let colour = try #require(try Films.picture(path).colour(32, 18))
        for (found, wanted) in zip(colour, [0x40, 0x50, 0x60, 0xFF]) {
            #expect(abs(Int(found) - wanted) <= 3)
        }
    }
}
