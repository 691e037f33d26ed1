internal import PhotoModel

/// Signs that look like a subtype but do not count, to explain why a file is not classified as expected; each with the
/// rule that looked and the reason.
enum Refusals {
    typealias Rule = (value: StaticString, name: StaticString, reason: (FileFacts) -> String?)

    static func find(_ facts: FileFacts, _ metadata: FileMetadata) -> [Evidence] {
        let taken = Set(metadata.evidence.map(\.value))
        return all.compactMap { rule in
            guard !taken.contains("\(rule.value)"), let reason = rule.reason(facts) else {
                return nil
            }
            return Evidence(value: "\(rule.value)", rule: "\(rule.name)", detail: reason)
        } + dates(facts, metadata) + places(facts)
    }

    private static var all: [Rule] {
        [
            ("photoPanorama", "appleCustomRendered", { notApple($0, [6]) }),
            ("photoPanorama", "googlePanorama", panoramaViewer),
            ("photoPanorama", "shape", shape),
            ("photoHDR", "appleCustomRendered", { notApple($0, [2, 3]) }),
            ("photoHDR", "appleCustomRendered", original),
            ("photoDepthEffect", "appleCustomRendered", { notApple($0, [7, 8, 9]) }),
            ("photoDepthEffect", "googlePortrait", portrait),
            ("photoScreenshot", "fileName", screenshot),
            ("videoHighFrameRate", "frameRate", frameRate),
        ]
    }

    private static func notApple(_ facts: FileFacts, _ values: [Int]) -> String? {
        guard let exif = facts.exif, values.contains(exif.customRendered), !facts.isApple else {
            return nil
        }
        return
            "Exif CustomRendered = \(exif.customRendered), but Make is \(exif.make ?? "missing"): "
            + "only Apple gives the number this meaning"
    }

    private static func original(_ facts: FileFacts) -> String? {
        facts.isApple && facts.exif?.customRendered == 4
            ? "Exif CustomRendered = 4: the original kept beside an HDR picture" : nil
    }

    private static func panoramaViewer(_ facts: FileFacts) -> String? {
        if facts.xmp["GPano:UsePanoramaViewer"]?.lowercased() == "false" {
            return "XMP GPano:UsePanoramaViewer = False"
        }
        guard facts.xmp["GPano:ProjectionType"] != nil else { return nil }
        return "XMP GPano:ProjectionType without sizes, and no more than \(facts.pixels) pixels"
    }

    private static func shape(_ facts: FileFacts) -> String? {
        guard facts.movie == nil, facts.aspect > 1.9 else { return nil }
        return
            "the long side is \((facts.aspect * 100).rounded() / 100) times the short one; shape "
            + "alone does not make a panorama"
    }

    private static func portrait(_ facts: FileFacts) -> String? {
        facts.xmp["GCamera:SpecialTypeID"]?.contains("PORTRAIT") == true
            ? "the original kept beside a portrait, by its name" : nil
    }

    private static func screenshot(_ facts: FileFacts) -> String? {
        facts.stem.lowercased().contains("screen")
            ? "\"screen\" is in the name, which does not begin as a screenshot's" : nil
    }

    private static func frameRate(_ facts: FileFacts) -> String? {
        guard let movie = facts.movie, movie.frameRate >= 45 else { return nil }
        return "\((movie.frameRate * 100).rounded() / 100) pictures a second: below 100"
    }

    /// Returns the dates that are present but impossible.
    private static func dates(_ facts: FileFacts, _ metadata: FileMetadata) -> [Evidence] {
        let candidates = [
            ("Exif DateTimeOriginal", facts.exif?.original.date),
            ("Exif DateTimeDigitized", facts.exif?.digitized.date),
            ("XMP exif:DateTimeOriginal", facts.xmp["exif:DateTimeOriginal"]),
            ("XMP photoshop:DateCreated", facts.xmp["photoshop:DateCreated"]),
            (
                "com.apple.quicktime.creationdate",
                facts.movie?.keys["com.apple.quicktime.creationdate"]
            ),
        ]
        return candidates.compactMap { tag, text in
            guard let text, DateText.parse(text, source: .exif) == nil else { return nil }
            return Evidence(
                value: "creationDate",
                rule: "plausible",
                detail: "\(tag) = \"\(text)\""
            )
        }
    }

    /// Returns the coordinates that are present but do not form a place.
    private static func places(_ facts: FileFacts) -> [Evidence] {
        let refusal = facts.exif?.gps.refusal
        return refusal.map { [Evidence(value: "location", rule: "plausible", detail: $0)] } ?? []
    }
}
