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
        guard let counting = dates.first({ metadata.admits($0, $1) }) else { return nil }
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
}
