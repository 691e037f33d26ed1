internal import PhotoModel

/// Everything the rules may look at.
struct FileFacts {
    /// The name without its directory and extension, as text.
    var stem: String
    var format: MediaFormat
    var pixels: Int
    var exif: ExifFacts?
    var xmp = XMPFacts()
    var pngSoftware: String?
    var samsungBlocks: [(type: Int, name: String)] = []

    var isApple: Bool { exif?.make == "Apple" }
}

/// One way to tell a subtype: a name, and a condition that answers with what it saw.
struct SubtypeRule: Sendable {
    let subtype: MediaSubtypes
    let value: StaticString
    let name: StaticString
    /// What decided, or nil when the rule does not hold.
    let evidence: @Sendable (FileFacts) -> String?
}

/// One way to tell a trait.
struct TraitRule: Sendable {
    let trait: AssetTraits
    let value: StaticString
    let name: StaticString
    let evidence: @Sendable (FileFacts) -> String?
}

/// The rules in the order they are tried; the first that holds for a subtype is its evidence.
enum SubtypeRules {
    static let all: [SubtypeRule] = panoramas + screenshots

    static let traits: [TraitRule] = [
        TraitRule(trait: .raw, value: "raw", name: "rawFormat") {
            $0.format.isRaw ? $0.format.uniformTypeIdentifier : nil
        },
        TraitRule(trait: .selfie, value: "selfie", name: "frontLens") { facts in
            guard let lens = facts.exif?.lens, lens.lowercased().contains("front") else {
                return nil
            }
            return "Exif LensModel \"\(lens)\""
        },
    ]

    static let panoramas: [SubtypeRule] = [
        SubtypeRule(
            subtype: .photoPanorama,
            value: "photoPanorama",
            name: "appleCustomRendered"
        ) { facts in
            guard facts.isApple, facts.exif?.customRendered == 6 else { return nil }
            return "Exif CustomRendered = 6, Make = Apple"
        },
        SubtypeRule(
            subtype: .photoPanorama,
            value: "photoPanorama",
            name: "googlePanorama"
        ) { facts in
            guard facts.xmp["GPano:UsePanoramaViewer"]?.lowercased() != "false" else { return nil }
            for key in ["FullPanoWidthPixels", "CroppedAreaImageWidthPixels"] {
                if let value = facts.xmp["GPano:\(key)"] { return "XMP GPano:\(key) = \(value)" }
            }
            guard let type = facts.xmp["GPano:ProjectionType"], facts.pixels > 1_000_000 else {
                return nil
            }
            return "XMP GPano:ProjectionType = \(type), \(facts.pixels) pixels"
        },
        SubtypeRule(
            subtype: .photoPanorama,
            value: "photoPanorama",
            name: "samsungPanoramaShot"
        ) { facts in
            guard facts.samsungBlocks.contains(where: { $0.type == SamsungTrailer.panorama }) else {
                return nil
            }
            return "Samsung trailer block 0x08E0 Panorama_Shot_Info"
        },
    ]

    static let screenshots: [SubtypeRule] = [
        SubtypeRule(
            subtype: .photoScreenshot,
            value: "photoScreenshot",
            name: "userComment"
        ) { facts in
            if facts.exif?.userComment == "Screenshot" { return "Exif UserComment = Screenshot" }
            let comment = facts.xmp["exif:UserComment"]
            return comment == "Screenshot" ? "XMP exif:UserComment = Screenshot" : nil
        },
        SubtypeRule(
            subtype: .photoScreenshot,
            value: "photoScreenshot",
            name: "pngSoftware"
        ) { facts in
            guard let software = facts.pngSoftware else { return nil }
            let isKnown = ["gnome-screenshot", "Spectacle"].contains { software.contains($0) }
            return isKnown ? "PNG Software = \(software)" : nil
        },
        SubtypeRule(
            subtype: .photoScreenshot,
            value: "photoScreenshot",
            name: "fileName"
        ) { facts in
            ScreenshotNames.prefix(of: facts.stem).map { "name begins with \"\($0)\"" }
        },
    ]
}
