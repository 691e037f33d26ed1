/// Properties of an XMP packet (ISO 16684-1), read by expat.
struct XMPFacts {
    /// The values by `namespace-prefix:name` with the usual prefixes; only properties of interest.
    private(set) var values: [String: String] = [:]
    /// The parts of a file made of several media, in order: Google's `Container:Directory`.
    private(set) var items: [[String: String]] = []
    /// The items of properties that are lists, in order: keywords.
    private(set) var lists: [String: [String]] = [:]
    /// Whether there is an `rdf:RDF` element.
    private(set) var isPacket = false

    init() {}

    /// Whether it has none of the properties of interest.
    var isEmpty: Bool { values.isEmpty }

    subscript(key: String) -> String? { values[key] }

    /// Adds another packet about the same picture; the first value wins.
    mutating func merge(_ other: XMPFacts) {
        values.merge(other.values) { first, _ in first }
        lists.merge(other.lists) { first, _ in first }
        if items.isEmpty { items = other.items }
    }

    /// Reads a packet; if the XML is invalid, keeps the values before the error.
    init(_ packet: Bytes, _ file: FileBytes) {
        let collector = Collector()
        // Half of the bytes of UTF-16 are zeros.
        let isUTF16 = [0xFEFF, 0xFFFE, 0x3C00, 0x003C].contains(packet.be16(0))
        let text = isUTF16 ? packet : packet.beforeNUL
        XMLScan.read(text, of: file, separator: " ", collector)
        values = collector.values
        items = collector.items
        lists = collector.lists
        isPacket = collector.propertyDepth < Int.max
    }

    /// The namespaces of interest, with the prefixes used here.
    private static let prefixes = [
        "http://ns.google.com/photos/1.0/panorama/": "GPano",
        "http://ns.google.com/photos/1.0/camera/": "GCamera",
        "http://ns.adobe.com/exif/1.0/": "exif",
        "http://ns.adobe.com/photoshop/1.0/": "photoshop",
        "http://ns.adobe.com/xap/1.0/": "xmp",
        "http://ns.adobe.com/tiff/1.0/": "tiff",
        "http://www.hdrsoft.com/photomatix_settings01": "pmtm",
        "http://ns.google.com/photos/1.0/depthmap/": "GDepth",
        "http://ns.google.com/photos/1.0/container/": "Container",
        "http://ns.google.com/photos/1.0/container/item/": "Item",
        "http://ns.adobe.com/hdr-gain-map/1.0/": "hdrgm",
        "http://ns.apple.com/HDRGainMap/1.0/": "HDRGainMap",
        "http://ns.apple.com/pixeldatainfo/1.0/": "apdi",
        "http://ns.adobe.com/xmp/note/": "xmpNote",
        "http://ns.adobe.com/xmp/1.0/DynamicMedia/": "xmpDM",
        "http://www.digikam.org/ns/1.0/": "digiKam",
        "http://ns.microsoft.com/photo/1.0/": "MicrosoftPhoto",
        "http://purl.org/dc/elements/1.1/": "dc",
        "http://ns.adobe.com/lightroom/1.0/": "lr",
        "http://www.w3.org/XML/1998/namespace": "xml",
    ]

    /// The properties of which every item counts.
    private static let listed: Set<String> = [
        "dc:subject", "lr:hierarchicalSubject", "digiKam:TagsList",
        "MicrosoftPhoto:LastKeywordXMP",
    ]

    private final class Collector: XMLTaker {
        var values: [String: String] = [:]
        var items: [[String: String]] = []
        /// The elements that are open.
        var path: [String] = []
        /// The number of open elements at a property of the described resource itself; deeper ones belong to
        /// structures, whose members may have the same names.
        var propertyDepth = Int.max
        var text: [UInt8] = []
        var lists: [String: [String]] = [:]
        /// Whether the innermost item is the one for the default language.
        private var isDefaultLanguage = false

        func set(_ name: String, _ value: String) {
            guard !value.isEmpty, values.count < 256 else { return }
            if XMPFacts.listed.contains(name), lists[name]?.count ?? 0 < AnswerLimits.keywords {
                lists[name, default: []].append(value)
            }
            guard let known = values[name], !isDefaultLanguage else {
                values[name] = value
                return
            }
            if name == "GCamera:SpecialTypeID" { values[name] = "\(known)\n\(value)" }
        }

        /// Sets a member of `Container:Item`, from an attribute or an element in it.
        func setItem(_ name: String, _ value: String) {
            guard items.count <= 64 else { return }
            if items.isEmpty || items[items.count - 1][name] != nil { items.append([:]) }
            items[items.count - 1][name] = value
        }

        func begin(_ name: Bytes, _ attributes: XMLAttributes) {
            let rdf: StaticString = "http://www.w3.org/1999/02/22-rdf-syntax-ns# RDF"
            if name.count == rdf.utf8CodeUnitCount, name.hasPrefix(rdf) {
                propertyDepth = path.count + 3
            }
            path.append(Self.shortName(name))
            text = []
            isDefaultLanguage = false
            for (key, value) in attributes { note(Self.shortName(key), value) }
        }

        private func note(_ name: String, _ value: Bytes) {
            if name.hasPrefix("Item:") {
                setItem(name, value.string)
            } else if name == "xml:lang" {
                isDefaultLanguage = value.hasPrefix("x-default")
            } else if !name.isEmpty, isDescription {
                // A depth map of a megabyte is here too; its presence is enough.
                set(name, value.slice(0, min(value.count, 4_096))?.string ?? "")
            }
        }

        func add(_ more: Bytes) {
            guard text.count < 4_096 else { return }
            if let part = more.slice(0, min(more.count, 4_096 - text.count)) { text.append(part) }
        }

        /// Whether the innermost open element describes the resource itself.
        var isDescription: Bool { path.count == propertyDepth - 1 }

        /// Assigns text to the property it is in: `exif:UserComment` has it in `rdf:Alt/rdf:li`.
        func end(_: Bytes) {
            let isList = path.count > propertyDepth && (path.last ?? "").isEmpty
            let isProperty = path.count == propertyDepth
            let trimmed = text.drop { $0 <= 0x20 }
            if isList || isProperty, !trimmed.isEmpty {
                let end = trimmed.lastIndex { $0 > 0x20 } ?? trimmed.startIndex
                let name = path[propertyDepth - 1]
                if !name.isEmpty { set(name, String(decoding: trimmed[...end], as: UTF8.self)) }
            }
            if let name = path.last, name.hasPrefix("Item:"), !trimmed.isEmpty {
                setItem(name, String(decoding: trimmed, as: UTF8.self))
            }
            path.removeLast()
            (text, isDefaultLanguage) = ([], false)
        }

        static func shortName(_ name: Bytes) -> String {
            let parts = name.string.split(separator: " ")
            guard parts.count == 2, let prefix = XMPFacts.prefixes[String(parts[0])] else {
                return ""
            }
            return "\(prefix):\(parts[1])"
        }
    }
}
