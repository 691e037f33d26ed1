internal import CFilm
internal import ExtractorService
internal import Glibc
internal import MediaMetadata

// Reads films that are not ISO base media files with libavformat, in the same sandbox as the other extractor.

func text<Tuple>(_ field: Tuple) -> String? {
    let text = unsafe withUnsafeBytes(of: field) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return text.isEmpty ? nil : text
}

func read(_ descriptor: Int32) -> FilmFacts? {
    var film = heliograph_film()
    guard unsafe heliograph_film_read(descriptor, &film) == 0 || film.is_given_up != 0 else {
        return nil
    }
    let isTurned = film.quarter_turns % 2 == 1
    var facts = FilmFacts(
        width: Int(isTurned ? film.height : film.width),
        height: Int(isTurned ? film.width : film.height),
        duration: film.duration,
        frameRate: film.frame_rate,
        created: text(film.created),
        make: text(film.make),
        model: text(film.model)
    )
    facts.hasSoundOnly = film.has_sound_only != 0
    facts.isGivenUp = film.is_given_up != 0
    return facts
}

exit(
    serveExtractions(
        "heliograph-film-extractor",
        libraries: "libavformat libavcodec libavutil",
        film: read
    )
)
