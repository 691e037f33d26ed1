/// The image resources (8BIM) that Photoshop keeps in an APP13 segment of JPEG files (Adobe Photoshop File Formats
/// Specification), or without the name before them, as ImageMagick keeps them in PNG files.
enum PhotoshopResources {
    /// Lends the first resource of a kind: 0x0404 is IPTC-IIM, 0x0422 an Exif block.
    static func read<Result>(_ kind: Int, in segment: Bytes, _ body: (Bytes) -> Result?) -> Result?
    {
        var position = segment.hasPrefix("Photoshop 3.0\u{0}") ? 14 : 0
        while segment.hasPrefix("8BIM", at: position) {
            guard let found = segment.be16(position + 4), let name = segment.u8(position + 6) else {
                return nil
            }
            let data = position + 6 + ((Int(name) + 2) & ~1)
            guard let length = segment.be32(data) else { return nil }
            if found == kind { return segment.slice(data + 4, length).flatMap(body) }
            position = data + 4 + ((length + 1) & ~1)
        }
        return nil
    }
}
