import MediaMetadata
import Testing

/// Films in fragments, of which the header does not know the length.
@Suite(.enabled(if: MadeFilm.canBeMade, "needs ffmpeg"))
struct FragmentTests {
    private static let pictures = "-f lavfi -i testsrc=d=3:s=320x240:r=25 -c:v mpeg2video -g 25"

    @Test(arguments: [
        ("mp4", "frag_keyframe+empty_moov"), ("mp4", "frag_keyframe"),
        ("mp4", "frag_keyframe+empty_moov+default_base_moof"), ("mp4", "dash+global_sidx"),
        ("mov", "frag_keyframe+empty_moov"), ("mp4", "frag_every_frame+empty_moov"),
        ("mp4", "frag_keyframe+empty_moov+skip_trailer"), ("mp4", "faststart"),
    ])
    func `a film in fragments lasts until the end of the last`(
        _ ending: String,
        _ flags: String
    ) throws {
        let name = "a.\(ending)"
        let sound = "-f lavfi -i sine=d=3 \(Self.pictures) -c:a aac"
        for (what, source) in [("pictures", Self.pictures), ("with sound", sound)] {
            let film = try MadeFilm.make("\(source) -movflags \(flags)", name)
            let found = try MadeFilm.read(film, name)
            #expect(abs(found.duration - 3) < 0.1, "\(what): \(found.duration)")
        }
    }

    @Test
    func `a film that was cut out of a longer one lasts as long as what is there`() throws {
        var film = try MadeFilm.make("\(Self.pictures) -movflags frag_keyframe+empty_moov", "a.mp4")
        let mark = Array("tfdt".utf8)
        let places = film.indices.dropLast(16).filter { film[$0..<$0 + 4].elementsEqual(mark) }
        #expect(places.count == 3)
        // The times of its fragments begin a few days later.
        for place in places { film[place + 11] = 1 }
        #expect(abs(try MadeFilm.read(film, "a.mp4").duration - 3) < 0.1)
        // Its header may know how long it is, and has no samples of its own.
        let header = try #require(
            film.indices.first { film[$0...].starts(with: Array("mvhd".utf8)) }
        )
        film.replaceSubrange(header + 20..<header + 24, with: [0, 0, 0x0B, 0xB8])
        #expect(abs(try MadeFilm.read(film, "a.mp4").duration - 3) < 0.1)
    }
}
