import MediaMetadata
import PhotoModel
import Testing

@Suite(.enabled(if: MadeFilm.canBeMade, "needs ffmpeg"))
struct SoundOnlyTests {
    private static let sound = "-f lavfi -i sine=d=1"
    private static let pictures = "-f lavfi -i testsrc=d=1:s=320x240:r=25"

    @Test(arguments: [
        ("mkv", "-c:a aac"), ("webm", "-c:a libopus"), ("avi", "-c:a pcm_s16le"),
        ("ts", "-c:a mp2"),
        ("wmv", "-c:a wmav2"), ("mpg", "-c:a mp2"), ("mov", "-c:a aac"), ("mp4", "-c:a aac"),
    ])
    func `a file with sound only is not a film, and one with pictures too is`(
        _ ending: String,
        _ codec: String
    ) throws {
        let name = "VID_1.\(ending)"
        let found = try MadeFilm.read(MadeFilm.make("\(Self.sound) \(codec)", name), name)
        #expect(found.mediaType == .unknown && found.unreadableReason == "the file has sound only")
        let video = ending == "webm" ? "libvpx" : ending == "wmv" ? "wmv2" : "mpeg2video"
        let both = "\(Self.pictures) \(Self.sound) -c:v \(video) \(codec)"
        let film = try MadeFilm.read(MadeFilm.make(both, name), name)
        #expect(film.mediaType == .video && film.unreadableReason == nil)
        #expect((film.width, film.height) == (320, 240))
    }
}

/// Dates of Matroska files: that of the file, which programs that convert it set anew, and the tags.
@Suite(.enabled(if: MadeFilm.canBeMade, "needs ffmpeg"))
struct MatroskaDateTests {
    @Test(arguments: [
        ("-metadata DATE=2022-11-09T20:36:38+0300", "2022-11-09T20:36:38.000+03:00"),
        ("-metadata DATE_RECORDED=2022-11-09", "2022-11-09T00:00:00.000"),
        ("-metadata DATE=2022", "2025-05-10T09:00:00.000Z"), ("", "2025-05-10T09:00:00.000Z"),
    ])
    func `when it was recorded comes before when the file was made`(
        _ tag: String,
        _ expected: String
    ) throws {
        let name = "a.mkv"
        let film = try MadeFilm.make(
            "-f lavfi -i testsrc=d=1:s=320x240:r=25 -c:v mpeg2video \(tag) "
                + "-metadata creation_time=2025-05-10T09:00:00Z",
            name
        )
        #expect(try MadeFilm.read(film, name).date.map { "\($0)" } == expected)
    }
}
