/// The place where a film begins, from a track that records places while it runs.
struct TimedPlace {
    let location: Location
    /// The kind of track, and the value in it.
    let tag: String

    /// Reads a track's first place; returns nil for other tracks.
    ///
    /// The entry describes how to read the samples of the track, the table where they are.
    init?(_ entry: Box, _ table: Range<Int>, _ reader: BoxReader) {
        let found: Location?
        switch entry.type {
        case "mebx":
            (found, tag) = (Self.apple(entry, table, reader), "timed \(Self.appleKey)")
        case "camm": (found, tag) = (Self.cameraMotion(table, reader), "timed camm position")
        default: return nil
        }
        guard let found else { return nil }
        location = found
    }

    static let appleKey = "com.apple.quicktime.location.ISO6709"

    /// Reads a sample of boxes, each with the number that the sample entry assigned to the name of its value (QuickTime
    /// file format, timed metadata).
    private static func apple(_ entry: Box, _ table: Range<Int>, _ reader: BoxReader) -> Location? {
        guard let names = reader.first("keys", in: entry.payload.dropFirst(8)) else { return nil }
        let key = reader.boxes(in: names, limit: 64).first { key in
            let name = reader.first("keyd", in: key.payload).flatMap { definition in
                reader.read(definition.dropFirst(4).prefix(256)) { $0.text }
            }
            return name == appleKey
        }
        guard let key else { return nil }
        for chunk in ChunkTable(table, reader).chunks.prefix(4) {
            for value in reader.boxes(in: chunk, limit: 64) where value.type == key.type {
                let text = reader.read(value.payload.prefix(256)) { $0.text }
                if let place = text.flatMap(ISO6709.location) { return place }
            }
        }
        return nil
    }

    /// Reads records of the Camera Motion Metadata Spec (Google Street View); most are about the camera's orientation.
    private static func cameraMotion(_ table: Range<Int>, _ reader: BoxReader) -> Location? {
        for chunk in ChunkTable(table, reader).chunks.prefix(8) {
            let place: Location? = reader.read(chunk.prefix(64 << 10)) { bytes in
                var position = 0
                while let type = bytes.le16(position + 2), motionSizes.indices.contains(type) {
                    guard reader.file.budget.paySteps(1) else { return nil }
                    let record = bytes.slice(position, motionSizes[type])
                    if let place = record.flatMap({ motionPlace(type, $0) }) { return place }
                    position += motionSizes[type]
                }
                return nil
            }
            if let place { return place }
        }
        return nil
    }

    /// The length of the records of each type, including the four bytes before each.
    private static let motionSizes = [16, 12, 16, 16, 16, 28, 60, 16]

    private static func motionPlace(_ type: Int, _ record: Bytes) -> Location? {
        let number = { (at: Int) -> Double? in
            guard let low = record.le32(at), let high = record.le32(at + 4) else { return nil }
            return Double(bitPattern: UInt64(high) << 32 | UInt64(low))
        }
        let isFix = type == 5 || type == 6 && record.le32(12) ?? 0 >= 2
        let start = type == 5 ? 4 : 16
        guard isFix, let latitude = number(start), let longitude = number(start + 8) else {
            return nil
        }
        let place = Location(latitude: latitude, longitude: longitude)
        return place.isPlausible ? place : nil
    }
}
