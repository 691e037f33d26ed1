internal import CXXHash
internal import Renditions

/// The format of a file in the cache: a header, then the encoded picture.
///
/// | bytes | content |
enum RenditionFile {
    static let headerSize = 136
    /// The largest picture that the cache keeps, in bytes.
    static let largestPicture = 64 << 20
    private static let hashOffset = 128
    /// Not valid text, and damaged by anything that converts the file as text.
    private static let magic: UInt64 = 0x01_0A_1A_0D_52_47_48_89

    static func header(of picture: Picture, _ encoded: [UInt8], _ key: RenditionKey) -> [UInt8] {
        var fields = LittleEndianFields(capacity: headerSize)
        fields.append(magic)
        fields.append(UInt64(encoded.count))
        for byte in key.bytes { fields.append(byte) }
        for length in [picture.width, picture.height, picture.sourceWidth, picture.sourceHeight] {
            fields.append(UInt32(clamping: length))
        }
        fields.append(UInt8(picture.hasAlpha ? 1 : 0))
        fields.append(picture.format.rawValue)
        fields.append(UInt16(0))
        fields.append(UInt32(0))
        fields.append(hash(of: fields.bytes, encoded))
        return fields.bytes
    }

    /// Returns the picture in a file; nil if it is damaged or belongs to another key.
    static func picture(_ header: [UInt8], _ encoded: [UInt8], _ key: RenditionKey) -> Picture? {
        guard header.count == headerSize, integer(header, 0) == magic,
            integer(header, 8) == UInt64(encoded.count),
            header[16..<16 + RenditionKey.size].elementsEqual(key.bytes),
            integer(header, hashOffset) == hash(of: header, encoded),
            let format = RenditionFacts.Format(rawValue: header[121])
        else { return nil }
        let (size, sourceSize) = (integer(header, 104), integer(header, 112))
        var picture = Picture(
            width: Int(size & 0xFFFF_FFFF),
            height: Int(size >> 32),
            sourceWidth: Int(sourceSize & 0xFFFF_FFFF),
            sourceHeight: Int(sourceSize >> 32)
        )
        (picture.hasAlpha, picture.format) = (header[120] != 0, format)
        picture.encoded = encoded
        return picture
    }

    private static func hash(of header: [UInt8], _ encoded: [UInt8]) -> UInt64 {
        let seed = unsafe header.withUnsafeBytes { bytes in
            unsafe heliograph_xxh3(bytes.baseAddress, hashOffset)
        }
        return unsafe encoded.withUnsafeBytes { bytes in
            unsafe heliograph_xxh3_seeded(bytes.baseAddress, bytes.count, seed)
        }
    }

    private static func integer(_ bytes: [UInt8], _ offset: Int) -> UInt64 {
        UInt64(
            littleEndian: unsafe bytes.withUnsafeBytes {
                unsafe $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            }
        )
    }
}
