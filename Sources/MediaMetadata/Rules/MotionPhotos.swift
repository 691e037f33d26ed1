/// The film that the file of a motion photo holds after the picture.
enum MotionPhotos {
    /// Returns the range of the film, checked to begin as one; nil if there is no film or it was cut off.
    ///
    /// Google's cameras give its distance from the end of the file (`MicroVideoOffset`, later the lengths of a
    /// Container's items), Samsung's have it in a block of their trailer, and both in HEIF files as the box `mpvd`;
    /// Huawei's give its distance from their trailer.
    static func film(_ facts: FileFacts, _ file: FileBytes) -> Range<Int>? {
        let starts = starts(facts, file.size)
        for start in starts {
            if let range = film(at: start, file) { return range }
        }
        return starts.lazy.compactMap { nearby($0, file) }.first
    }

    /// The maximum distance of a film from where it is said to begin, in bytes: programs that write metadata into a
    /// picture, or append to it, leave the lengths as they were.
    private static let farthest = 32 << 10

    /// Returns the range of the first film around a place.
    private static func nearby(_ place: Int, _ file: FileBytes) -> Range<Int>? {
        guard (0...file.size).contains(place) else { return nil }
        let start = max(0, place - farthest)
        let count = min(file.size, place + farthest) - start
        let found = file.withBytes(at: start, count: count) { bytes in
            (4..<max(4, bytes.count - 4)).filter { bytes.hasPrefix("ftyp", at: $0) }
        }
        return (found ?? []).prefix(8).lazy.compactMap { film(at: start + $0 - 4, file) }.first
    }

    private static func starts(_ facts: FileFacts, _ size: Int) -> [Int] {
        var starts: [Int] = []
        if let box = facts.heif.film { starts.append(box.lowerBound) }
        if let text = facts.xmp["GCamera:MicroVideoOffset"], let back = Int(text) {
            starts.append(size - min(max(back, 0), size))
        }
        if let back = containerDistance(facts.xmp.items) { starts.append(size - min(back, size)) }
        starts += facts.trailers.samsungBlocks.filter { $0.type == 0x0A30 }.map(\.data)
        if let start = facts.trailers.huaweiFilm { starts.append(start) }
        return starts
    }

    /// Returns the distance of the film from the end of the file: the items follow one another up to there.
    private static func containerDistance(_ items: [[String: String]]) -> Int? {
        guard let first = items.firstIndex(where: { $0["Item:Semantic"] == "MotionPhoto" }) else {
            return nil
        }
        var distance = 0
        for item in items[first...] {
            guard let length = Int(item["Item:Length"] ?? "0"), length >= 0, length < 1 << 40,
                let padding = Int(item["Item:Padding"] ?? "0"), padding >= 0, padding < 1 << 40
            else { return nil }
            distance += length + padding
        }
        return distance > 0 ? distance : nil
    }

    /// Returns the range of a film's complete boxes from `ftyp` on, without the data that a maker appends.
    private static func film(at start: Int, _ file: FileBytes) -> Range<Int>? {
        // What a file says of itself may lie anywhere.
        guard (0..<file.size).contains(start) else { return nil }
        let reader = BoxReader(file: file)
        var end = start
        var hasMovie = false
        for box in reader.boxes(in: start..<file.size) {
            if end == start, box.type != "ftyp" { return nil }
            guard parts.contains(box.type) else { break }
            hasMovie = hasMovie || box.type == "moov"
            end = box.payload.upperBound
        }
        return hasMovie ? start..<end : nil
    }

    private static let parts: Set<FourCharacters> = [
        "ftyp", "moov", "mdat", "free", "skip", "wide", "uuid", "udta", "meta", "moof", "mfra",
        "sidx", "styp",
    ]
}
