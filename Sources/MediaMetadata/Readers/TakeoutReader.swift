internal import PhotoModel

/// Reads the JSON files that Google Takeout puts beside photos.
///
/// The date, the place, the description and the favorite mark are read; the names of people are not.
enum TakeoutReader {
    /// Google's files have a few kilobytes.
    private static let largest = 1 << 20

    static func read(_ text: Bytes, _ file: FileBytes, _ metadata: inout FileMetadata) {
        guard file.size <= largest, let scan = JSONScan(text, file, written: "description"),
            scan.values.keys.contains(where: { $0.hasPrefix("photoTakenTime.") })
        else {
            metadata.unreadableReason = "this is not a file that Google Takeout puts beside photos"
            return
        }
        if let date = date(scan.values["photoTakenTime.timestamp"]),
            metadata.admits(date, "photoTakenTime.timestamp")
        {
            metadata.date = date
            note(&metadata, "creationDate", "photoTakenTime.timestamp = \(date)")
        }
        for object in ["geoDataExif", "geoData"] {
            guard let place = place(object, scan.values) else { continue }
            metadata.location = place
            note(&metadata, "location", object)
            break
        }
        DescriptionRules.apply(&metadata, caption: scan.written)
        if scan.values["favorited"] == "true" {
            metadata.traits.insert(.marksFavorite)
            note(&metadata, "favorite", "favorited = true")
        }
    }

    private static func note(_ metadata: inout FileMetadata, _ value: String, _ detail: String) {
        metadata.evidence.append(Evidence(value: value, rule: "takeout", detail: detail))
    }

    /// Reads seconds since 1970, as a text.
    private static func date(_ text: String?) -> CaptureDate? {
        guard let text, let seconds = Int64(text), seconds != 0, abs(seconds) < 1 << 40 else {
            return nil
        }
        let microseconds = seconds * 1_000_000
        guard CivilTime(microseconds: microseconds).isPlausible else { return nil }
        return CaptureDate(microseconds: microseconds, offsetMinutes: 0, source: .takeout)
    }

    private static func place(_ object: String, _ values: [String: String]) -> Location? {
        func number(_ key: String) -> Double? { values["\(object).\(key)"].flatMap(Double.init) }
        guard let latitude = number("latitude"), let longitude = number("longitude") else {
            return nil
        }
        // Without a fix all three are 0.
        let altitude = number("altitude").flatMap { $0 == 0 ? nil : $0 }
        let place = Location(latitude: latitude, longitude: longitude, altitude: altitude)
        return latitude.isFinite && longitude.isFinite && place.isPlausible ? place : nil
    }
}
