/// A picture or what is said of one, as HEIF files have them.
package struct HEIFItem {
    var type: String
    var data: [UInt8]
    /// Its properties, each a box.
    var properties: [[UInt8]]

    package init(_ type: String, _ data: [UInt8], properties: [[UInt8]] = []) {
        (self.type, self.data, self.properties) = (type, data, properties)
    }

    /// A picture as phones have them, of so many pixels, of which there is nothing that could be decoded.
    package static func undecodable(_ width: Int, _ height: Int) -> HEIFItem {
        let noise = (0..<4_000).map { UInt8(truncatingIfNeeded: $0 &* 73 ^ $0 >> 3) }
        let configuration = Sample.box("hvcC", [1] + noise.prefix(22))
        return HEIFItem("hvc1", noise, properties: [size(width, height), configuration])
    }

    package static func size(_ width: Int, _ height: Int) -> [UInt8] {
        let numbers = Sample.bigEndian(width, 4) + Sample.bigEndian(height, 4)
        return Sample.box("ispe", [0, 0, 0, 0] + numbers)
    }

    /// A block as it is in a segment of a JPEG file.
    package static func exif(_ block: [UInt8]) -> HEIFItem {
        // The distance to the TIFF header comes first.
        HEIFItem("Exif", Sample.bigEndian(6, 4) + block)
    }

    package static func xmp(_ attributes: [String: String], inner: String = "") -> HEIFItem {
        HEIFItem("mime", Sample.xmpPacket(attributes, inner: inner))
    }
}

extension Sample {
    /// A HEIF file (ISO/IEC 23008-12): the first item is the picture, and those without properties describe it.
    ///
    /// `described`: Which items are described; the picture alone unless others are named.
    package static func heif(
        _ items: [HEIFItem],
        brand: String = "heic",
        described: [Int] = [1]
    ) -> [UInt8] {
        let type = box("ftyp", Array(brand.utf8) + bigEndian(0, 4) + Array("mif1\(brand)".utf8))
        let length = metadata(items, described, at: 0).count
        return type + metadata(items, described, at: type.count + length + 8)
            + box("mdat", items.flatMap(\.data))
    }

    private static func metadata(_ items: [HEIFItem], _ described: [Int], at start: Int) -> [UInt8]
    {
        let numbered = Array(zip(1..., items))
        let infos = numbered.flatMap { number, item -> [UInt8] in
            let kind = item.type == "mime" ? "\u{0}application/rdf+xml\u{0}" : "\u{0}"
            let fields = bigEndian(number, 2) + [0, 0] + Array((item.type + kind).utf8)
            return box("infe", [2, 0, 0, 0] + fields)
        }
        var place = start
        let places = numbered.flatMap { number, item -> [UInt8] in
            defer { place += item.data.count }
            return bigEndian(number, 2) + [0, 0, 0, 1] + bigEndian(place, 4)
                + bigEndian(item.data.count, 4)
        }
        let references = numbered.filter { $1.properties.isEmpty }.flatMap { number, _ in
            box(
                "cdsc",
                bigEndian(number, 2) + bigEndian(described.count, 2)
                    + described.flatMap { bigEndian($0, 2) }
            )
        }
        let boxes =
            box("hdlr", bigEndian(0, 8) + Array("pict".utf8) + bigEndian(0, 13))
            + box("pitm", [0, 0, 0, 0, 0, 1])
            + box("iinf", bigEndian(0, 4) + bigEndian(items.count, 2) + infos)
            + (references.isEmpty ? [] : box("iref", [0, 0, 0, 0] + references))
            + properties(numbered)
            + box("iloc", [0, 0, 0, 0, 0x44, 0] + bigEndian(items.count, 2) + places)
        return box("meta", [0, 0, 0, 0] + boxes)
    }

    private static func properties(_ items: [(Int, HEIFItem)]) -> [UInt8] {
        var index: UInt8 = 0
        let owners = items.filter { !$1.properties.isEmpty }
        let associations = owners.flatMap { number, item -> [UInt8] in
            let first = index + 1
            index += UInt8(item.properties.count)
            return bigEndian(number, 2) + [UInt8(item.properties.count)] + (first...index)
        }
        let all = owners.flatMap { $1.properties.flatMap { $0 } }
        return box(
            "iprp",
            box("ipco", all)
                + box("ipma", [0, 0, 0, 0] + bigEndian(owners.count, 4) + associations)
        )
    }
}
