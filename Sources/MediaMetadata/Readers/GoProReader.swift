internal import PhotoModel

/// Reads a GoPro film's camera and places, in GoPro's metadata format (gopro/gpmf-parser).
///
/// `udta/GPMF` has the metadata of the whole film, a track `gpmd` the measurements of each second.
struct GoProReader {
    private(set) var items = GoProItems()
    /// The share of the film that was over when the camera first knew its place.
    private(set) var fixShare = 0.0

    /// Reads the metadata of the whole film.
    mutating func readFilm(_ range: Range<Int>, _ reader: BoxReader) {
        read(range.prefix(64 << 10), reader)
    }

    /// Reads a track `gpmd` up to the first place.
    ///
    /// A camera may need minutes to find its place: each look is twice as far into the film as the one before.
    mutating func readTrack(_ table: Range<Int>, _ reader: BoxReader) {
        let chunks = ChunkTable(table, reader).chunks
        var index = 0
        while index < chunks.count, items.fix == nil {
            read(chunks[index].prefix(256 << 10), reader)
            guard items.hasPlaces else { return }
            fixShare = Double(index) / Double(chunks.count)
            index = index * 2 + 1
        }
    }

    private mutating func read(_ range: Range<Int>, _ reader: BoxReader) {
        var found = items
        _ = reader.read(range) { found.read($0, reader.file) }
        items = found
    }

    /// Returns the date of a film whose header has the camera's clock time, with the zone if it is known or can be
    /// derived.
    func date(clock: CivilTime, duration: Double) -> (date: CaptureDate, tag: String) {
        let local = clock.microseconds
        let elapsed = Int64(fixShare * min(max(duration, 0), 86_400) * 1e6)
        guard let time = items.fix?.time else {
            let date = CaptureDate(
                microseconds: local - Int64(items.offset ?? 0) * 60_000_000,
                offsetMinutes: items.offset,
                source: .quicktime
            )
            return (date, "mvhd creation time, which a GoPro takes from its clock")
        }
        let start = time.microseconds - elapsed
        // Zones are whole quarters of an hour; some seconds pass until a place is known.
        let quarters = (Double(local - start) / 900e6).rounded()
        let error = abs(Double(local - start) - quarters * 900e6)
        guard abs(quarters) <= 14 * 4, error <= 60e6 else {
            let date = CaptureDate(microseconds: start, offsetMinutes: 0, source: .quicktime)
            return (date, "GoPro GPSU, which the camera's clock contradicts")
        }
        let offset = Int(quarters) * 15
        let date = CaptureDate(
            microseconds: local - Int64(offset) * 60_000_000,
            offsetMinutes: offset,
            source: .quicktime
        )
        return (date, "mvhd creation time, the zone by GoPro GPSU")
    }
}
