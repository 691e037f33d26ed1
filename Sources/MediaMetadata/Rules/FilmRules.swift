internal import PhotoModel

/// Derives the date, place and camera of a film.
enum FilmRules {
    static func apply(_ metadata: inout FileMetadata, _ movie: MovieReader) {
        (metadata.width, metadata.height) = (movie.width, movie.height)
        metadata.duration = movie.duration
        let make = "com.apple.quicktime.make"
        let model = "com.apple.quicktime.model"
        metadata.cameraMake = movie.keys[make] ?? movie.userData[UserData.make]
        metadata.cameraModel = movie.keys[model] ?? movie.userData[UserData.model]
        if metadata.cameraModel == nil, let found = movie.goPro?.items.model {
            metadata.cameraModel = found
            metadata.cameraMake = metadata.cameraMake ?? "GoPro"
        }
        let lens = "com.apple.quicktime.camera.lens_model"
        metadata.lensModel = movie.keys[lens] ?? movie.trackKeys[lens]
        let places = [
            movie.keys["com.apple.quicktime.location.ISO6709"], movie.userData[MovieUserData.place],
            movie.userData["loci"],
        ]
        metadata.location = places.lazy.compactMap { $0 }.compactMap(ISO6709.location).first
        applyTimedPlace(&metadata, movie)
        if let (date, tag) = date(movie) {
            metadata.date = date
            metadata.evidence.append(
                Evidence(value: "creationDate", rule: "\(date.source.name)", detail: tag)
            )
        }
    }

    static func apply(_ metadata: inout FileMetadata, _ film: FilmFacts) {
        (metadata.width, metadata.height) = (
            PictureSize.side(film.width), PictureSize.side(film.height)
        )
        metadata.duration = film.duration.isFinite ? film.duration : 0
        (metadata.cameraMake, metadata.cameraModel) = (film.make, film.model)
        guard let text = film.created, let date = DateText.parse(text, source: .quicktime) else {
            return
        }
        metadata.date = date
        metadata.evidence.append(
            Evidence(
                value: "creationDate",
                rule: "container",
                detail: "the container's date = \(text)"
            )
        )
    }

    /// Applies the camera's data from the stream; a transport stream itself gives only the size.
    static func apply(_ metadata: inout FileMetadata, _ packs: DVPackReader) {
        metadata.cameraMake = packs.make ?? metadata.cameraMake
        metadata.cameraModel = packs.model ?? metadata.cameraModel
        metadata.location = packs.location
        guard let date = packs.date else { return }
        metadata.date = date
        metadata.evidence.removeAll { $0.value == "creationDate" }
        metadata.evidence.append(
            Evidence(value: "creationDate", rule: "stream", detail: "AVCHD MDPM 0x18 and 0x19")
        )
    }

    private enum UserData {
        static let make = FourCharacters(rawValue: 0xA96D_616B)
        static let model = FourCharacters(rawValue: 0xA96D_6F64)
        static let day = FourCharacters(rawValue: 0xA964_6179)
    }

    private static func date(_ movie: MovieReader) -> (CaptureDate, String)? {
        let key = "com.apple.quicktime.creationdate"
        for (text, tag) in [(movie.keys[key], key), (movie.userData[UserData.day], "udta ©day")] {
            if let text, let date = DateText.parse(text, source: .quicktime) { return (date, tag) }
        }
        // The seconds from 1904 to 1970; clocks that were never set show either year.
        let unix = movie.created - 2_082_844_800
        guard unix > 86_400 * 365, unix < 1 << 40 else { return nil }
        let time = CivilTime(microseconds: Int64(unix) * 1_000_000)
        guard time.isPlausible else { return nil }
        if let goPro = movie.goPro { return goPro.date(clock: time, duration: movie.duration) }
        let date = CaptureDate(
            microseconds: time.microseconds,
            offsetMinutes: 0,
            source: .quicktime
        )
        return (date, "mvhd creation time")
    }

    /// Uses the place where a film begins if no place is given for the whole film.
    private static func applyTimedPlace(_ metadata: inout FileMetadata, _ movie: MovieReader) {
        guard metadata.location == nil else { return }
        let tag: String
        if let timed = movie.timedPlace {
            (metadata.location, tag) = (timed.location, timed.tag)
        } else if let fix = movie.goPro?.items.fix {
            (metadata.location, tag) = (fix.place, "GoPro GPS5 or GPS9, the first fix")
        } else {
            return
        }
        metadata.evidence.append(Evidence(value: "location", rule: "timedMetadata", detail: tag))
    }
}
