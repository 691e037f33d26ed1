extension Bombs {
    private static let root =
        "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF "
        + "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description"

    private static func photo(_ packet: [UInt8]) -> [UInt8] {
        Sample.jpeg(
            40,
            30,
            segments: [
                (0xE1, text("http://ns.adobe.com/xap/1.0/\0") + packet.prefix(65_000))
            ]
        )
    }

    private static let laughs =
        "<!DOCTYPE x [<!ENTITY a0 'ha'>"
        + (1...40).map { number in
            "<!ENTITY a\(number) '" + String(repeating: "&a\(number - 1);", count: 10) + "'>"
        }.joined() + "]><x>&a40;</x>"

    private static let defaults =
        "<!DOCTYPE x [<!ATTLIST a "
        + (0..<3_000).map { "b\($0) CDATA 'c' " }.joined() + ">]><x>"

    /// Packets in pictures.
    static let packets: [Bomb] = [
        Bomb("packet-depth.jpg") { photo(repeated(text("<a>"), 21_000)) },
        Bomb("packet-elements.jpg") { photo(text(root + ">") + repeated(text("<a/>"), 16_000)) },
        Bomb("packet-laughs.jpg") { photo(text(laughs)) },
        Bomb("packet-defaults.jpg") { photo(text(defaults) + repeated(text("<a/>"), 5_000)) },
        Bomb("packet-names.jpg") {
            photo(
                text("<x xmlns:n='" + String(repeating: "n", count: 30_000) + "'>")
                    + repeated(text("<x n:a='' n:b='' n:c=''/>"), 1_300)
            )
        },
    ]

    /// Files about other files.
    static let sidecars: [Bomb] = [
        Bomb("elements.xmp") { text(root + ">") + repeated(text("<a/>"), 1 << 20) },
        Bomb("depth.xmp") { text(root + ">") + repeated(text("<a>"), 1 << 20) },
        Bomb("attributes.xmp") {
            text(root) + (0..<250_000).flatMap { text(" a\($0)=''") } + text("/>")
        },
        Bomb("spaces.xmp") {
            text(root) + (0..<120_000).flatMap { text(" xmlns:a\($0)='n:\($0)'") } + text("/>")
        },
        Bomb("long-space.xmp") {
            text("<x xmlns:n='" + String(repeating: "n", count: 500_000) + "'>")
                + repeated(text("<x n:a='' n:b='' n:c='' n:d=''/>"), 100_000)
        },
        Bomb("long-space-of-one.xmp") {
            text("<x xmlns:n='" + String(repeating: "n", count: 500_000) + "'")
                + (0..<200_000).flatMap { text(" n:a\($0)=''") } + text("/>")
        },
        Bomb("long-names.xmp") {
            let name = String(repeating: "n", count: 1_000_000)
            return text("<\(name)><\(name)/></\(name)>")
        },
        Bomb("laughs.xmp") { text(laughs) },
        Bomb("defaults.xmp") { text(defaults) + repeated(text("<a/>"), 900_000) },
        Bomb("lines.xmp") { text(root + "><a>") + repeated([0x0A], 4 << 20) },
        Bomb("characters.xmp") { text(root + "><a>") + repeated(text("&#97;"), 800_000) },
        Bomb("comments.xmp") { text(root + ">") + repeated(text("<!---->"), 500_000) },
        Bomb("commands.xmp") { text(root + ">") + repeated(text("<?a?>"), 800_000) },
        Bomb("items.xmp") {
            text(root + " xmlns:I='http://ns.google.com/photos/1.0/container/item/'>")
                + repeated(text("<a I:Mime='b' I:Length='c'/>"), 140_000)
        },
        Bomb("holes.xmp", size: 1 << 40) { text(root + ">") },
        Bomb("elements.aae") {
            text("<plist><dict>") + repeated(text("<key>a</key>"), 350_000)
        },
        Bomb("depth.aae") { text("<plist>") + repeated(text("<dict>"), 600_000) },
        Bomb("laughs.aae") { text(laughs) },
        Bomb("holes.aae", size: 1 << 40) { text("<plist>") },
    ]
}
