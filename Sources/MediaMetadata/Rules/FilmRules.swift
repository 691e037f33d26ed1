internal import PhotoModel

/// Derives the date, place and camera of a film.
enum FilmRules {
    static func apply(_ metadata: inout FileMetadata, _ movie: MovieReader) {
        (metadata.width, metadata.height) = (movie.width, movie.height)
        metadata.duration = movie.duration
        let make = "com.apple.quicktime.make"
        let model = "com.apple.quicktime.model"
        metadata.cameraMake =
            movie.keys[make] ?? movie.userData[UserData.make] ?? movie.userData["TAGS"]
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
        if let (date, tag) = date(movie, { metadata.admits($0, $1) }) {
            metadata.date = date
            metadata.evidence.append(
                Evidence(value: "creationDate", rule: "\(date.source.name)", detail: tag)
            )
        }
    }

    /// Applies what libavformat reads, and in an AVI film what its camera wrote, which libavformat leaves out.
    static func apply(_ metadata: inout FileMetadata, _ film: FilmFacts, _ camera: AVIReader?) {
        (metadata.width, metadata.height) = (
            PictureSize.side(film.width), PictureSize.side(film.height)
        )
        metadata.duration = film.duration.isFinite ? film.duration : 0
        (metadata.cameraMake, metadata.cameraModel) = (
            film.make ?? camera?.make, film.model ?? camera?.model
        )
        for text in [camera?.created, film.created].compactMap(\.self) {
            guard let (date, precision) = DateText.read(text, source: .quicktime),
                metadata.admits(date, "the container's date")
            else { continue }
            metadata.date = date
            metadata.evidence.append(
                Evidence(
                    value: "creationDate",
                    rule: "container",
                    detail: "the container's date = \(text)\(precision.words)"
                )
            )
            return
        }
        guard let packet = camera?.xmp,
            let (date, tag) = PictureDates.first(in: packet, { metadata.admits($0, $1) })
        else { return }
        metadata.date = date
        metadata.evidence.append(
            Evidence(value: "creationDate", rule: "\(date.source.name)", detail: tag)
        )
    }

    /// Applies the camera's data from the stream; a transport stream itself gives only the size.
    static func apply(_ metadata: inout FileMetadata, _ packs: DVPackReader) {
        metadata.cameraMake = packs.make ?? metadata.cameraMake
        metadata.cameraModel = packs.model ?? metadata.cameraModel
        metadata.location = packs.location
        let tag = "AVCHD MDPM 0x18 and 0x19"
        guard let date = packs.date, metadata.admits(date, tag) else { return }
        metadata.date = date
        metadata.evidence.removeAll { $0.value == "creationDate" }
        metadata.evidence.append(Evidence(value: "creationDate", rule: "stream", detail: tag))
    }

    private enum UserData {
        static let make = FourCharacters(rawValue: 0xA96D_616B)
        static let model = FourCharacters(rawValue: 0xA96D_6F64)
        static let day = FourCharacters.copyright("day")
    }

    private static func date(
        _ movie: MovieReader,
        _ admits: (CaptureDate, String) -> Bool
    ) -> (CaptureDate, String)? {
        let key = "com.apple.quicktime.creationdate"
        let texts = [
            (movie.keys[key], key), (movie.userData[UserData.day], "udta ©day"),
            (movie.userData["date"], "udta date"),
        ]
        for (text, tag) in texts {
            if let text, let (date, precision) = DateText.read(text, source: .quicktime),
                admits(date, tag)
            {
                return (date, tag + precision.words)
            }
        }
        let packet = movie.xmp.flatMap { PictureDates.first(in: $0, admits) }
        if let packet, !packet.0.source.isSecondary { return packet }
        for (seconds, header) in movie.created {
            guard let time = time(seconds) else { continue }
            let (date, tag) =
                movie.goPro?.date(clock: time, duration: movie.duration)
                ?? (
                    CaptureDate(
                        microseconds: time.microseconds,
                        offsetMinutes: 0,
                        source: .quicktime
                    ), "\(header) creation time"
                )
            if admits(date, tag) { return (date, tag) }
        }
        return packet
    }

    /// Returns the time in a header; nil for that of a clock that was never set, which shows the first year.
    ///
    /// Before 1970 there were no such films: what would be a time then counts from 1970, as some cameras write it, and
    /// can be as early as QuickTime.
    private static func time(_ seconds: Int) -> CivilTime? {
        let from1904To1970 = 2_082_844_800
        let firstYear = 86_400 * 365
        let isSince1970 = seconds < from1904To1970
        let unix = isSince1970 ? seconds : seconds - from1904To1970
        guard unix > (isSince1970 ? 21 * firstYear : firstYear), unix < 1 << 40 else { return nil }
        let time = CivilTime(microseconds: Int64(unix) * 1_000_000)
        return time.isPlausible ? time : nil
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
