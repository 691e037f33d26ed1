internal import Glibc

/// What cameras of Huawei and Honor append to a motion photo: two texts, each filled up to 20 bytes with spaces.
///
/// `0:1477` tells which moment of the film the picture is, `LIVE_18666740` how many bytes before the texts the film
/// begins (as Memories for Nextcloud reads them, pulsejet/memories#1703).
enum HuaweiTrailer {
    private static let size = 40

    /// Where in the file the film begins; nil without a trailer.
    static func film(_ file: FileBytes) -> Int? {
        let end = file.size - size
        let distance: Int? = file.withBytes(at: end, count: size) { bytes in
            guard bytes.u8(0).map({ (0x30...0x39).contains($0) }) == true,
                bytes.hasPrefix("LIVE_", at: size / 2), let text = bytes.slice(25, 15)?.text
            else { return nil }
            return Int(text.prefix { $0 != " " })
        }
        guard let distance, distance > 0, distance <= end else { return nil }
        return end - distance
    }
}
