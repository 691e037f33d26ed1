/// The headers of a film and its tracks (ISO/IEC 14496-12).
enum MovieHeaders {
    /// Reads the creation time that `mvhd`, `tkhd` and `mdhd` begin with; nil if it was never set.
    static func created(_ range: Range<Int>, _ reader: BoxReader) -> Int? {
        let seconds = reader.read(range.prefix(12)) { bytes in
            bytes.u8(0) == 1 ? bytes.be64(4) : bytes.be32(4)
        }
        return seconds == 0 ? nil : seconds
    }

    /// Reads the number behind the times of creation and modification: that of a track in `tkhd`, the units of time in
    /// a second in `mvhd` and `mdhd`.
    static func behindTimes(_ range: Range<Int>, _ reader: BoxReader) -> Int? {
        reader.read(range.prefix(24)) { $0.be32($0.u8(0) == 1 ? 20 : 12) }
    }

    /// Reads the duration in `mvhd` or `mdhd` in seconds; 0 if it is not known.
    static func duration(_ range: Range<Int>, _ reader: BoxReader) -> Double? {
        reader.read(range) { bytes in
            let isLong = bytes.u8(0) == 1
            guard let scale = bytes.be32(isLong ? 20 : 12),
                let length = isLong ? bytes.be64(24) : bytes.be32(16)
            else { return nil }
            let isKnown = scale > 0 && length != 0xFFFF_FFFF
            return isKnown ? Double(length) / Double(scale) : 0
        }
    }

    /// Returns the size in a `tkhd`, turned by its matrix; nil if the track has no picture.
    static func size(_ header: Range<Int>, _ reader: BoxReader) -> (width: Int, height: Int)? {
        let size: (Int, Int)? = reader.read(header) { bytes in
            let at = bytes.u8(0) == 1 ? 52 : 40
            guard let width = bytes.be32(at + 36), let height = bytes.be32(at + 40),
                let a = bytes.be32(at), let b = bytes.be32(at + 4)
            else { return nil }
            let isTurned = a == 0 && b != 0
            let (w, h) = (width >> 16, height >> 16)
            return isTurned ? (h, w) : (w, h)
        }
        guard let size, size.0 > 0, size.1 > 0 else { return nil }
        return size
    }
}
