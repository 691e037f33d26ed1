import PhotoModel
import TestSupport
import Testing

/// A file with something written into it.
struct DescribedFile: Sendable, CustomTestStringConvertible {
    let what: String
    let name: String
    let bytes: [UInt8]
    let expected: ExtendedMetadata?

    init(_ what: String, _ name: String, _ bytes: [UInt8], _ expected: ExtendedMetadata?) {
        (self.what, self.name, self.bytes, self.expected) = (what, name, bytes, expected)
    }

    var testDescription: String { what }
}

extension DescribedFile {
    static func utf16(_ text: String) -> [UInt8] {
        text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
            + [0, 0]
    }

    static func comment(_ text: String) -> Sample.Value {
        .bytes(Array("ASCII\u{0}\u{0}\u{0}".utf8) + Array(text.utf8))
    }

    /// A segment of Photoshop's with records of IPTC-IIM behind another resource.
    static func photoshop(_ records: [(Int, [UInt8])], isUTF8: Bool = false) -> [UInt8] {
        var block: [UInt8] = isUTF8 ? [0x1C, 1, 90, 0, 3, 0x1B, 0x25, 0x47] : []
        for (number, value) in records {
            block += [0x1C, 2, UInt8(number)] + Sample.bigEndian(value.count, 2) + value
        }
        func resource(_ kind: Int, _ data: [UInt8]) -> [UInt8] {
            Array("8BIM".utf8) + Sample.bigEndian(kind, 2) + [0, 0]
                + Sample.bigEndian(data.count, 4) + data + (data.count % 2 == 0 ? [] : [0])
        }
        return Array("Photoshop 3.0\u{0}".utf8) + resource(0x0425, [1, 2, 3])
            + resource(0x0404, block)
    }

    static func list(_ name: String, _ kind: String, _ items: [String]) -> String {
        let items = items.map { "<rdf:li>\($0)</rdf:li>" }.joined()
        return "<\(name) \(spaces)><rdf:\(kind)>\(items)</rdf:\(kind)></\(name)>"
    }

    private static let spaces = [
        "dc": "http://purl.org/dc/elements/1.1/", "xmp": "http://ns.adobe.com/xap/1.0/",
        "lr": "http://ns.adobe.com/lightroom/1.0/", "tiff": "http://ns.adobe.com/tiff/1.0/",
        "digiKam": "http://www.digikam.org/ns/1.0/",
        "MicrosoftPhoto": "http://ns.microsoft.com/photo/1.0/",
        "xmpDM": "http://ns.adobe.com/xmp/1.0/DynamicMedia/",
    ].map { "xmlns:\($0)='\($1)'" }.sorted().joined(separator: " ")

    static func packet(_ inner: String, _ attributes: [String: String] = [:]) -> [UInt8] {
        let text = attributes.map { "\($0)='\($1)'" }.sorted().joined(separator: " ")
        return Array(
            """
            <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF
            xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description \(spaces)
            \(text)>\(inner)</rdf:Description></rdf:RDF></x:xmpmeta>
            """.utf8
        )
    }

    private static func jpeg(iptc: [UInt8]) -> [UInt8] {
        Sample.jpeg(4, 3, segments: [(0xED, iptc)])
    }

    private static func jpeg(_ zero: [Int: Sample.Value], _ photo: [Int: Sample.Value] = [:])
        -> [UInt8]
    {
        Sample.jpeg(4, 3, segments: [(0xE1, Sample.exif(zero: zero, photo: photo))])
    }

    static let all = iptc + xmp + exif + others

    private static let iptc = [
        DescribedFile(
            "IPTC, UTF-8 that says so",
            "a.jpg",
            jpeg(
                iptc: photoshop(
                    [
                        (5, Array("Tür".utf8)), (120, Array("Zwei\r\nZeilen".utf8)),
                        (25, Array("Haus".utf8)), (25, Array("Öl".utf8)), (25, Array("Haus".utf8)),
                    ],
                    isUTF8: true
                )
            ),
            ExtendedMetadata(title: "Tür", caption: "Zwei\nZeilen", keywords: ["Haus", "Öl"])
        ),
        DescribedFile(
            "IPTC, Windows-1252",
            "a.jpg",
            jpeg(iptc: photoshop([(120, [0x43, 0x61, 0x66, 0xE9, 0x20, 0x80])])),
            ExtendedMetadata(caption: "Café €")
        ),
        DescribedFile(
            "IPTC, UTF-8 that does not say so",
            "a.jpg",
            jpeg(iptc: photoshop([(5, Array("Café".utf8))])),
            ExtendedMetadata(title: "Café")
        ),
        DescribedFile(
            "IPTC, nothing in it",
            "a.jpg",
            jpeg(iptc: photoshop([(120, [0x20, 0])])),
            nil
        ),
    ]

    private static let xmp = [
        DescribedFile(
            "XMP, lists of one language and of several",
            "a.xmp",
            packet(
                list("dc:title", "Alt", ["Title"])
                    + """
                    <dc:description><rdf:Alt><rdf:li xml:lang='de'>Bild</rdf:li><rdf:li
                    xml:lang='x-default'>Picture &amp; text</rdf:li><rdf:li xml:lang='fr'>Image\
                    </rdf:li></rdf:Alt></dc:description>
                    """ + list("dc:subject", "Bag", ["one", "two", "one"]),
                ["xmp:Rating": "3"]
            ),
            ExtendedMetadata(
                title: "Title",
                caption: "Picture & text",
                keywords: ["one", "two"],
                rating: 3
            )
        ),
        DescribedFile(
            "XMP, keywords of Lightroom's hierarchy",
            "a.xmp",
            packet(list("lr:hierarchicalSubject", "Bag", ["Places|Italy|Rome", "people"])),
            ExtendedMetadata(keywords: ["Rome", "people"])
        ),
        DescribedFile(
            "XMP, keywords of digiKam",
            "a.xmp",
            packet(list("digiKam:TagsList", "Seq", ["Places/Rome"])),
            ExtendedMetadata(keywords: ["Rome"])
        ),
        DescribedFile(
            "XMP, Microsoft's percent",
            "a.xmp",
            packet("", ["MicrosoftPhoto:Rating": "75"]),
            ExtendedMetadata(rating: 4)
        ),
        DescribedFile(
            "XMP, more stars than there are",
            "a.xmp",
            packet("", ["xmp:Rating": "99"]),
            nil
        ),
        DescribedFile(
            "XMP, the caption as an attribute",
            "a.xmp",
            packet("", ["dc:description": "Words"]),
            ExtendedMetadata(caption: "Words")
        ),
    ]

    private static let exif = [
        DescribedFile(
            "Exif, texts of Windows",
            "a.jpg",
            jpeg([
                0x9C9B: .bytes(utf16("Überschrift")), 0x9C9C: .bytes(utf16("Ein Satz 🌄")),
                0x9C9E: .bytes(utf16("eins; zwei;;drei")), 0x4749: .short(99),
            ]),
            ExtendedMetadata(
                title: "Überschrift",
                caption: "Ein Satz 🌄",
                keywords: ["eins", "zwei", "drei"],
                rating: 5
            )
        ),
        DescribedFile(
            "Exif, ImageDescription in UTF-8",
            "a.jpg",
            jpeg([0x10E: .text("Über  den Wolken")]),
            ExtendedMetadata(caption: "Über  den Wolken")
        ),
        DescribedFile(
            "Exif, a comment in ASCII",
            "a.jpg",
            jpeg([0x10E: .text("SONY DSC")], [0x9286: comment("Words")]),
            ExtendedMetadata(caption: "Words")
        ),
        DescribedFile(
            "Exif, a comment in UTF-16 of the order of the block",
            "a.jpg",
            jpeg([:], [0x9286: .bytes(Array("UNICODE\u{0}".utf8) + [0, 0x41, 0, 0x62])]),
            ExtendedMetadata(caption: "Ab")
        ),
        DescribedFile(
            "Exif, a comment in UTF-16 of the other order",
            "a.jpg",
            jpeg([:], [0x9286: .bytes(Array("UNICODE\u{0}".utf8) + [0x41, 0, 0x62, 0])]),
            ExtendedMetadata(caption: "Ab")
        ),
        DescribedFile(
            "Exif, stars",
            "a.jpg",
            jpeg([0x4746: .short(3)]),
            ExtendedMetadata(rating: 3)
        ),
        DescribedFile(
            "Exif, no stars",
            "a.jpg",
            jpeg([0x4746: .short(0), 0x4749: .short(0)]),
            nil
        ),
    ]

    private static func film(_ type: [UInt8], _ payload: [UInt8]) -> [UInt8] {
        let box = Sample.bigEndian(payload.count + 8, 4) + type + payload
        return Sample.film(samples: 60, userData: box)
    }

    private static func item(_ type: [UInt8], _ text: String) -> [UInt8] {
        let data = Sample.text(text)
        return Sample.bigEndian(data.count + 8, 4) + type + data
    }

    private static let copyright: UInt8 = 0xA9

    private static let others = [
        DescribedFile(
            "PNG texts",
            "a.png",
            Sample.png([
                ("tEXt", Array("Title\u{0}Caf".utf8) + [0xE9]),
                ("tEXt", Array("Software\u{0}GIMP".utf8)),
                ("tEXt", Array("Comment\u{0}Created with GIMP".utf8)),
                ("zTXt", Sample.packed("Description", Array("A view".utf8))),
            ]),
            ExtendedMetadata(title: "Café", caption: "A view")
        ),
        DescribedFile(
            "IPTC of a PNG file, with the resources of Photoshop alone",
            "a.png",
            Sample.png([
                (
                    "tEXt",
                    Sample.profile(
                        "iptc",
                        Array(photoshop([(25, Array("Autumn".utf8))]).dropFirst(14))
                    )
                )
            ]),
            ExtendedMetadata(keywords: ["Autumn"])
        ),
        DescribedFile(
            "a PNG comment",
            "a.png",
            Sample.png([("iTXt", Array("Comment\u{0}\u{0}\u{0}\u{0}\u{0}Œuvre".utf8))]),
            ExtendedMetadata(caption: "Œuvre")
        ),
        DescribedFile(
            "QuickTime keys",
            "a.mov",
            Sample.film(
                samples: 60,
                keys: [
                    ("com.apple.quicktime.title", Sample.text("Title")),
                    ("com.apple.quicktime.description", Sample.text("Caption")),
                    ("com.apple.quicktime.keywords", Sample.text("one, two")),
                    ("com.apple.quicktime.rating.user", Sample.float(4)),
                ]
            ),
            ExtendedMetadata(
                title: "Title",
                caption: "Caption",
                keywords: ["one", "two"],
                rating: 4
            )
        ),
        DescribedFile(
            "international text of QuickTime",
            "a.mov",
            film([copyright] + Array("nam".utf8), [0, 5, 0x15, 0xC7] + Array("Title".utf8)),
            ExtendedMetadata(title: "Title")
        ),
        DescribedFile(
            "items as iTunes has them",
            "a.mp4",
            film(
                Array("meta".utf8),
                Sample.bigEndian(0, 4)
                    + Sample.box("hdlr", Sample.bigEndian(0, 8) + Array("mdir".utf8))
                    + Sample.box(
                        "ilst",
                        item([copyright] + Array("nam".utf8), "Title")
                            + item([copyright] + Array("cmt".utf8), "Caption")
                            + item(Array("keyw".utf8), "one,two")
                    )
            ),
            ExtendedMetadata(title: "Title", caption: "Caption", keywords: ["one", "two"])
        ),
        DescribedFile(
            "a title of 3GPP, UTF-16",
            "a.3gp",
            film(Array("titl".utf8), [0, 0, 0, 0, 0x15, 0xC7, 0xFE, 0xFF, 0, 0x41, 0, 0]),
            ExtendedMetadata(title: "A")
        ),
        DescribedFile(
            "keywords of 3GPP",
            "a.3gp",
            film(
                Array("kywd".utf8),
                [0, 0, 0, 0, 0x15, 0xC7, 2, 4] + Array("one\u{0}".utf8) + [3] + Array("two".utf8)
            ),
            ExtendedMetadata(keywords: ["one", "two"])
        ),
        DescribedFile(
            "XMP of a film",
            "a.mov",
            film(Array("XMP_".utf8), packet(list("dc:title", "Alt", ["Title"]))),
            ExtendedMetadata(title: "Title")
        ),
        DescribedFile("a picture of which nothing is written", "a.jpg", Sample.jpeg(4, 3), nil),
    ]
}
