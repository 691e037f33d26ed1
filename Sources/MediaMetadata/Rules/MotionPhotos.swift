/// The film that the file of a motion photo holds after the picture.
enum MotionPhotos {
    /// Returns the range of the film, checked to begin as one; nil if there is no film or it was cut off.
    ///
    /// Google's cameras give its distance from the end of the file (`MicroVideoOffset`, later the lengths of a
    /// Container's items), Samsung's have it in a block of their trailer, and both in HEIF files as the box `mpvd`;
    /// Huawei's give its distance from their trailer.
    static func film(_ facts: FileFacts, _ file: FileBytes) -> Range<Int>? {
        for start in starts(facts, file.size) {
            if let range = film(at: start, file) { return range }
        }
        return nil
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
