/// Small files made here, each saying one thing.
package enum Sample {
    package static func bigEndian(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }

    /// A JPEG header of the given size with application segments before it.
    package static func jpeg(_ width: Int, _ height: Int, segments: [(UInt8, [UInt8])] = [])
        -> [UInt8]
    {
        var bytes: [UInt8] = [0xFF, 0xD8]
        for (marker, payload) in segments {
            bytes += [0xFF, marker] + bigEndian(payload.count + 2, 2) + payload
        }
        bytes += [0xFF, 0xC0] + bigEndian(11, 2) + [8] + bigEndian(height, 2) + bigEndian(width, 2)
        return bytes + [1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0x3F, 0, 0, 0xFF, 0xD9]
    }

    /// An Exif segment with texts and short numbers in IFD0 and the Exif IFD.
    package static func exif(zero: [Int: Value], photo: [Int: Value]) -> [UInt8] {
        let start = 8 + 2 + (zero.count + 1) * 12 + 4
        var first = zero
        first[0x8769] = .long(start)
        var tail: [UInt8] = []
        let photoSize = 2 + photo.count * 12 + 4
        let zeroIFD = directory(first, tailAt: start + photoSize, &tail)
        let photoIFD = directory(photo, tailAt: start + photoSize, &tail)
        return Array("Exif\u{0}\u{0}MM\u{0}*".utf8) + bigEndian(8, 4) + zeroIFD + photoIFD + tail
    }

    package enum Value {
        case text(String)
        case short(Int)
        case long(Int)
        case bytes([UInt8])
    }

    private static func directory(_ tags: [Int: Value], tailAt: Int, _ tail: inout [UInt8])
        -> [UInt8]
    {
        var bytes = bigEndian(tags.count, 2)
        for (tag, value) in tags.sorted(by: { $0.key < $1.key }) {
            bytes += bigEndian(tag, 2)
            switch value {
            case .short(let number): bytes += [0, 3, 0, 0, 0, 1] + bigEndian(number, 2) + [0, 0]
            case .long(let number): bytes += [0, 4, 0, 0, 0, 1] + bigEndian(number, 4)
            case .bytes(let data):
                bytes += [0, 7] + bigEndian(data.count, 4) + bigEndian(tailAt + tail.count, 4)
                tail += data
            case .text(let text):
                let data = Array(text.utf8) + [0]
                bytes += [0, 2] + bigEndian(data.count, 4)
                if data.count <= 4 {
                    bytes += data + [UInt8](repeating: 0, count: 4 - data.count)
                } else {
                    bytes += bigEndian(tailAt + tail.count, 4)
                    tail += data
                }
            }
        }
        return bytes + [0, 0, 0, 0]
    }
}

extension Sample {
    /// An XMP segment whose description has these attributes, and an inner element.
    package static func xmp(_ attributes: [String: String], inner: String = "") -> [UInt8] {
        let spaces = [
            "GCamera": "http://ns.google.com/photos/1.0/camera/",
            "GDepth": "http://ns.google.com/photos/1.0/depthmap/",
            "GPano": "http://ns.google.com/photos/1.0/panorama/",
            "Container": "http://ns.google.com/photos/1.0/container/",
            "Item": "http://ns.google.com/photos/1.0/container/item/",
            "hdrgm": "http://ns.adobe.com/hdr-gain-map/1.0/",
            "exif": "http://ns.adobe.com/exif/1.0/",
            "photoshop": "http://ns.adobe.com/photoshop/1.0/",
            "xmp": "http://ns.adobe.com/xap/1.0/",
        ].map { "xmlns:\($0)='\($1)'" }.sorted().joined(separator: " ")
        let text = attributes.map { "\($0)='\($1)'" }.sorted().joined(separator: " ")
        return Array("http://ns.adobe.com/xap/1.0/\u{0}".utf8)
            + Array(
                """
                <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF
                xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description \(spaces)
                \(text)>\(inner)</rdf:Description></rdf:RDF></x:xmpmeta>
                """.utf8
            )
    }

    /// The same without what goes before it in a segment.
    package static func xmpPacket(_ attributes: [String: String], inner: String = "") -> [UInt8] {
        Array(xmp(attributes, inner: inner).drop { $0 != 0 }.dropFirst())
    }

    package static func jpeg(xmp attributes: [String: String], inner: String = "") -> [UInt8] {
        jpeg(400, 300, segments: [(0xE1, xmp(attributes, inner: inner))])
    }

    package static func apple(customRendered: Int, make: String = "Apple") -> [UInt8] {
        jpeg(400, 300, segments: [(0xE1, exifBlock(customRendered: customRendered, make: make))])
    }

    package static func exifBlock(customRendered: Int, make: String = "Apple") -> [UInt8] {
        exif(zero: [0x10F: .text(make)], photo: [0xA401: .short(customRendered)])
    }

    /// `packet` is XMP.
    package static func gif(frames: Int, packet: [UInt8] = []) -> [UInt8] {
        let control: [UInt8] = [0x21, 0xF9, 4, 0, 0, 0, 0, 0]
        let picture: [UInt8] = [0x2C, 0, 0, 0, 0, 4, 0, 3, 0, 0, 2, 2, 0x4C, 1, 0]
        var bytes: [UInt8] = Array("GIF89a".utf8) + [4, 0, 3, 0, 0, 0, 0]
        if !packet.isEmpty {
            bytes += [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + packet + [1]
            bytes += (0...255).reversed().map { UInt8($0) } + [0]
        }
        for _ in 0..<frames { bytes += control + picture }
        return bytes + [0x3B]
    }

    /// Content of a `zTXt` chunk, stored without being made smaller (RFC 1950 and 1951).
    package static func packed(_ keyword: String, _ text: [UInt8]) -> [UInt8] {
        let count = text.count
        let length = [UInt8(truncatingIfNeeded: count), UInt8(truncatingIfNeeded: count >> 8)]
        var sums = (low: 1, high: 0)
        for byte in text {
            sums.low = (sums.low + Int(byte)) % 65_521
            sums.high = (sums.high + sums.low) % 65_521
        }
        let block = [0x78, 0x01, 0x01] + length + length.map { ~$0 } + text
        return Array(keyword.utf8) + [0, 0] + block + bigEndian(sums.high << 16 | sums.low, 4)
    }

    /// Content of a `tEXt` chunk in which ImageMagick keeps a block of another format.
    package static func profile(_ type: String, _ block: [UInt8]) -> [UInt8] {
        let digits = block.map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0\(text)" : text
        }
        return Array("Raw profile type \(type)\u{0}\n\(type)\n    \(block.count)\n".utf8)
            + Array(digits.joined(separator: "").utf8)
    }

    package static func png(_ chunks: [(String, [UInt8])]) -> [UInt8] {
        let size = bigEndian(4, 4) + bigEndian(3, 4)
        let header: [(String, [UInt8])] = [("IHDR", size + [8, 2, 0, 0, 0])]
        var bytes: [UInt8] = [0x89] + Array("PNG\r\n\u{1A}\n".utf8)
        for (type, data) in header + chunks + [("IEND", [])] {
            bytes += bigEndian(data.count, 4) + Array(type.utf8) + data + [0, 0, 0, 0]
        }
        return bytes
    }
}
