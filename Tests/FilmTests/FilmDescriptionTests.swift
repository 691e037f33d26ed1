import Foundation
import Renditions
import TestSupport
import Testing

@testable import Imaging

struct FilmDescriptionTests {
    @Test(.enabled(if: FFmpeg.isThere, "needs ffmpeg"))
    func `a film's tracks are described`() throws {
        let folder = try FilmFolder()
        let upright = try folder.make(
            "upright.mp4",
            "-f lavfi -i testsrc2=s=640x360:r=25:d=2 -f lavfi -i sine=d=2 -vf setsar=4/3 "
                + "-c:v libx264 -preset veryfast -pix_fmt yuv420p -c:a aac -b:a 64k "
                + "-metadata:s:a language=fra"
        )
        let film = try folder.make("film.mov", "-i \(upright) -c copy -metadata:s:v rotate=90")
        let description = try Films.imager.describe(Films.source(film))
        #expect(abs(description.duration - 2) < 0.1)
        let size = try #require(description.naturalSize)
        #expect([size.width, size.height] as [Int] == [360, 853])
        #expect(description.tracks.map(\.kind) == [.video, .audio])
        let (picture, sound) = (description.tracks[0], description.tracks[1])
        #expect((picture.codec, sound.codec) == (0x6176_6331, 0x6D70_3461))  // avc1, mp4a
        #expect((picture.width, picture.height) == (853, 360))
        #expect([6, 8].contains(picture.orientation))
        #expect(abs(picture.frameRate - 25) < 0.01 && abs(picture.duration - 2) < 0.1)
        #expect(picture.dataRate > 1_000 && abs(sound.dataRate - 64_000) < 20_000)
        #expect(sound.language == "fra" && picture.isEnabled && sound.isEnabled)
    }

    @Test(.enabled(if: FFmpeg.isThere, "needs ffmpeg"), arguments: [0x0001_0000, 0x6700_00B4])
    func `a film whose headers tell an impossible size has none`(height: Int) throws {
        let folder = try FilmFolder()
        let path = try folder.make(
            "film.avi",
            "-f lavfi -i testsrc2=s=320x180:r=25:d=0.4 -c:v mpeg4"
        )
        var film = try Data(contentsOf: URL(filePath: path))
        // The third field of the BITMAPINFOHEADER of the first stream, and its codec: a known one would tell more.
        let format = try #require(film.range(of: Data("strf".utf8)))
        let place = format.upperBound + 12
        film.replaceSubrange(place..<place + 4, with: Sample.little(height, 4))
        film.replaceSubrange(place + 8..<place + 12, with: Data("XXXX".utf8))
        try film.write(to: URL(filePath: path))
        let description = try Films.imager.describe(Films.source(path))
        #expect(description.naturalSize == nil)
        #expect(description.tracks.map(\.kind) == [.video])
    }

    @Test(
        .enabled(if: FFmpeg.isThere, "needs ffmpeg"),
        arguments: ["film.mkv", "film.ts", "film.avi", "film.webm"]
    )
    func `films in every container are described`(name: String) throws {
        let folder = try FilmFolder()
        let codecs =
            switch name {
            case "film.webm": "-c:v libvpx -cpu-used 8 -c:a libvorbis"
            default: "-c:v libx264 -preset veryfast -pix_fmt yuv420p -c:a libmp3lame"
            }
        let film = try folder.make(
            name,
            "-f lavfi -i testsrc2=s=640x360:r=25:d=2 -f lavfi -i sine=d=2 \(codecs)"
        )
        let description = try Films.imager.describe(Films.source(film))
        #expect(abs(description.duration - 2) < 0.2)
        #expect(description.tracks.map(\.kind) == [.video, .audio])
        #expect(description.naturalSize.map { [$0.width, $0.height] as [Int] } == [640, 360])
        #expect(abs(description.tracks[0].frameRate - 25) < 0.5)
        #expect(description.tracks[0].dataRate > 0)
    }

    private static func random(_ random: inout SplitMix) -> FilmDescription {
        let tracks = (0..<Int.random(in: 0...9, using: &random)).map { _ in
            var track = FilmDescription.Track(
                [.other, .video, .audio, .text].randomElement(using: &random) ?? .other
            )
            track.isEnabled = Bool.random(using: &random)
            track.codec = UInt32.random(in: 0 ... .max, using: &random)
            track.width = Int.random(in: 0...9_000, using: &random)
            track.height = Int.random(in: 0...9_000, using: &random)
            track.orientation = Int.random(in: 1...8, using: &random)
            track.frameRate = Double.random(in: 0...240, using: &random)
            track.start = Double.random(in: -1...9, using: &random)
            track.duration = Double.random(in: 0...9_000, using: &random)
            track.dataRate = Double.random(in: 0...1e9, using: &random)
            track.language = ["", "und", "fra", "zh-Hant"].randomElement(using: &random) ?? ""
            return track
        }
        return FilmDescription(
            duration: Double.random(in: 0...9_000, using: &random),
            tracks: tracks
        )
    }

    @Test
    func `a description arrives as it was written, and no part of one is a description`() {
        let seed = Effort.seed
        var random = SplitMix(state: seed)
        for _ in 0..<300 {
            let description = Self.random(&random)
            let bytes = description.bytes
            #expect(FilmDescription(bytes) == description, "seed \(seed)")
            let end = Int.random(in: 0..<bytes.count, using: &random)
            #expect(FilmDescription(Array(bytes[..<end])) == nil, "seed \(seed)")
            #expect(FilmDescription(bytes + [0]) == nil, "seed \(seed)")
        }
    }

    @Test
    func `what cannot be is no description`() {
        var track = FilmDescription.Track(.video)
        track.frameRate = .infinity
        #expect(FilmDescription(FilmDescription(duration: 1, tracks: [track]).bytes) == nil)
        track.frameRate = 25
        track.orientation = 9
        #expect(FilmDescription(FilmDescription(duration: 1, tracks: [track]).bytes) == nil)
        #expect(FilmDescription(FilmDescription(duration: -1, tracks: []).bytes) == nil)
        #expect(FilmDescription(FilmDescription(duration: .nan, tracks: []).bytes) == nil)
    }
}
