internal import Glibc

/// The trailer that Huawei's and Honor's cameras append to a motion photo: two texts, each padded to 20 bytes with
/// spaces.
///
/// `0:1477` gives the moment of the film that the picture shows, `LIVE_18666740` the number of bytes from the beginning
/// of the film to the texts (as Memories for Nextcloud reads them, pulsejet/memories#1703).
enum HuaweiTrailer {
    private static let size = 40

    /// Returns the offset of the film in the file; nil without a trailer.
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
