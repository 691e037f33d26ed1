internal import PhotoModel

/// Derives the date, place and camera of a picture, each from its best source.
enum PictureRules {
    static func apply(
        _ metadata: inout FileMetadata,
        _ facts: FileFacts,
        iptc: String?,
        creationTime: String?
    ) {
        metadata.cameraMake = facts.exif?.make ?? facts.xmp["tiff:Make"]
        metadata.cameraModel = facts.exif?.model ?? facts.xmp["tiff:Model"]
        metadata.lensModel = facts.exif?.lens
        metadata.location = facts.exif?.gps.location ?? xmpLocation(facts.xmp)
        let dates = PictureDates(facts: facts, iptc: iptc, creationTime: creationTime)
        if let (date, tag) = dates.first {
            metadata.date = date
            metadata.evidence.append(
                Evidence(value: "creationDate", rule: date.source.name.description, detail: tag)
            )
        }
    }

    /// Reads a place in XMP's notation, `43,28.1N` or `43,28,6N`.
    private static func xmpLocation(_ xmp: XMPFacts) -> Location? {
        guard let latitude = coordinate(xmp["exif:GPSLatitude"])?.degrees("N", "S", nil),
            let longitude = coordinate(xmp["exif:GPSLongitude"])?.degrees("E", "W", nil)
        else { return nil }
        let place = Location(latitude: latitude, longitude: longitude)
        return place.isPlausible ? place : nil
    }

    private static func coordinate(_ text: String?) -> Coordinate? {
        text?.lendUTF8 { Coordinate(text: $0) } ?? nil
    }
}
