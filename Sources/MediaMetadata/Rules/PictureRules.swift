internal import PhotoModel

/// Derives the date, place and camera of a picture, each from its best source.
enum PictureRules {
    /// Returns the date that counts, if there is one.
    @discardableResult
    static func apply(
        _ metadata: inout FileMetadata,
        _ facts: FileFacts,
        _ dates: PictureDates
    ) -> PictureDates.Found? {
        metadata.cameraMake = facts.exif?.make ?? facts.xmp["tiff:Make"]
        metadata.cameraModel = facts.exif?.model ?? facts.xmp["tiff:Model"]
        metadata.lensModel = facts.exif?.lens
        metadata.location = facts.exif?.gps.location ?? xmpLocation(facts.xmp)
        let counting = dates.first { date, tag in
            metadata.admits(date, tag)
                && !isOfUnsetClock(date, tag, named: facts.stem, &metadata)
        }
        guard let counting else { return nil }
        let date = counting.date
        metadata.date = date
        metadata.evidence.append(
            Evidence(
                value: "creationDate",
                rule: date.source.name.description,
                detail: counting.tag
            )
        )
        if date.clockSource == .gps {
            metadata.evidence.append(
                Evidence(
                    value: "timeZone",
                    rule: "gps",
                    detail: "Exif GPSTimeStamp: \(ClockOffset.text(date.clockOffset))"
                )
            )
        }
        return counting
    }

    /// Reads a place in XMP's notation, `43,28.1N` or `43,28,6N`, or as numbers with their signs.
    ///
    /// Some programs write the letters, or words for them, as properties of their own, as they are in Exif.
    private static func xmpLocation(_ xmp: XMPFacts) -> Location? {
        let letter = { (key: String) in xmp[key]?.utf8.first.map { $0 & 0xDF } }
        guard let y = coordinate(xmp["exif:GPSLatitude"]),
            let x = coordinate(xmp["exif:GPSLongitude"]),
            let latitude = y.degrees("N", "S", letter("exif:GPSLatitudeRef")) ?? y.signedDegrees,
            let longitude = x.degrees("E", "W", letter("exif:GPSLongitudeRef")) ?? x.signedDegrees
        else { return nil }
        let altitude = coordinate(xmp["exif:GPSAltitude"])?.signedDegrees
        let reference = xmp["exif:GPSAltitudeRef"] ?? ""
        let isBelowSea =
            reference.utf8.first.map(GPSFacts.isBelowSea) == true
            || ["below", "negative"].contains { reference.lowercased().contains($0) }
        let place = Location(
            latitude: latitude,
            longitude: longitude,
            altitude: altitude.map { isBelowSea ? -abs($0) : $0 }
        )
        return place.isPlausible ? place : nil
    }

    private static func coordinate(_ text: String?) -> Coordinate? {
        text?.lendUTF8 { Coordinate(text: $0) } ?? nil
    }

    /// Returns whether a date is what a clock shows that was never set, while the file is named after the time it was
    /// taken; notes it then, for the name knows better.
    private static func isOfUnsetClock(
        _ date: CaptureDate,
        _ tag: String,
        named stem: String,
        _ metadata: inout FileMetadata
    ) -> Bool {
        let now = metadata.dayAfterTomorrow &- 2 * 86_400_000_000
        guard date.isOfUnsetClock,
            let named = NameDates.find(Array("\(stem).jpg".utf8), now: now),
            named.precision >= .second, named.date.writtenClock != date.writtenClock
        else { return false }
        let detail = "\(tag) = \(date): a clock that was never set, and the name has a time"
        metadata.refused.append(
            Evidence(value: "creationDate", rule: "plausible", detail: detail)
        )
        return true
    }
}

extension CaptureDate {
    /// Whether it is where clocks of cameras and phones begin: the first day that QuickTime or Unix counts from, in any
    /// zone; the first moment of FAT's dates, and of 2000; what Android's camera writes for lack of a time.
    fileprivate var isOfUnsetClock: Bool {
        let time = writtenTime
        switch (time.year, time.month, time.day) {
        case (1904, 1, 1), (1970, 1, 1), (1969, 12, 31): return true
        case (1980, 1, 1), (2000, 1, 1): return writtenClock % 86_400_000_000 == 0
        case (2002, 12, 8): return (time.hour, time.minute, time.second) == (12, 0, 0)
        default: return false
        }
    }
}
