internal import PhotoModel

/// Derives the title, caption, keywords and rating of a file, each from its best source.
///
/// The order follows the Metadata Working Group's guidance of 2010 for files last written by a program that knows all
/// sources: XMP, then IPTC-IIM, then Exif, then the container. The digest that may mark IPTC as newer than XMP is
/// ignored: programs that write only IPTC have become rare, and many others forgot to update the digest.
enum DescriptionRules {
    static func apply(_ metadata: inout FileMetadata, _ facts: FileFacts, _ iptc: IPTCFacts?) {
        var texts = WrittenTexts()
        if !facts.xmp.isEmpty { take(facts.xmp, &texts) }
        if let iptc {
            texts.title(iptc.title, "iptc", "IPTC 2:05")
            texts.caption(iptc.caption, "iptc", "IPTC 2:120")
            texts.keywords(iptc.keywords, "iptc", "IPTC 2:25")
        }
        if let exif = facts.exif?.texts { take(exif, &texts) }
        texts.title(facts.png.texts["Title"], "png", "PNG Title")
        texts.caption(facts.png.texts["Description"], "png", "PNG Description")
        texts.caption(facts.png.texts["Comment"], "png", "PNG Comment")
        keep(texts, &metadata)
    }

    /// Applies the texts of a film.
    static func apply(_ metadata: inout FileMetadata, _ movie: MovieReader) {
        var texts = WrittenTexts()
        if let packet = movie.xmp { take(packet, &texts) }
        for (tag, text) in movie.texts(of: .title) { texts.title(text, "quicktime", tag) }
        for (tag, text) in movie.texts(of: .caption) {
            texts.caption(text, "quicktime", tag)
        }
        for (tag, text) in movie.texts(of: .keywords) {
            texts.keywords(words(text, ",;"), "quicktime", tag)
        }
        let stars = "com.apple.quicktime.rating.user"
        texts.rating(movie.keys[stars].flatMap { Double($0) }, "quicktime", stars)
        keep(texts, &metadata)
    }

    /// Applies the caption from a Google Takeout file.
    static func apply(_ metadata: inout FileMetadata, caption: String?) {
        var texts = WrittenTexts()
        texts.caption(caption, "takeout", "description")
        keep(texts, &metadata)
    }

    private static func take(_ xmp: XMPFacts, _ texts: inout WrittenTexts) {
        texts.title(xmp["dc:title"], "xmp", "XMP dc:title")
        for key in ["dc:description", "tiff:ImageDescription", "exif:UserComment"] {
            texts.caption(xmp[key], "xmp", "XMP \(key)")
        }
        for key in ["dc:subject", "MicrosoftPhoto:LastKeywordXMP"] {
            texts.keywords(xmp.lists[key] ?? [], "xmp", "XMP \(key)")
        }
        for (key, separator) in [("lr:hierarchicalSubject", "|"), ("digiKam:TagsList", "/")] {
            let leaves = (xmp.lists[key] ?? []).compactMap { words($0, separator).last }
            texts.keywords(leaves, "xmp", "XMP \(key)")
        }
        texts.rating(xmp["xmp:Rating"].flatMap { Double($0) }, "xmp", "XMP xmp:Rating")
        let percent = xmp["MicrosoftPhoto:Rating"].flatMap { Double($0) }
        texts.rating(stars(ofPercent: percent), "xmp", "XMP MicrosoftPhoto:Rating")
    }

    private static func take(_ exif: ExifTexts, _ texts: inout WrittenTexts) {
        texts.title(exif.title, "exif", "Exif XPTitle")
        for (tag, text) in [
            ("ImageDescription", exif.description), ("XPComment", exif.windowsComment),
            ("XPSubject", exif.windowsSubject), ("UserComment", exif.comment),
        ] {
            texts.caption(text, "exif", "Exif \(tag)")
        }
        texts.keywords(exif.keywords.map { words($0, ";") } ?? [], "exif", "Exif XPKeywords")
        texts.rating(exif.rating.map { Double($0) }, "exif", "Exif Rating")
        let stars = stars(ofPercent: exif.percent.map { Double($0) })
        texts.rating(stars, "exif", "Exif RatingPercent")
    }

    /// Converts a percentage: Windows writes 1, 25, 50, 75 and 99 for one to five stars.
    private static func stars(ofPercent percent: Double?) -> Double? {
        guard let percent, (0...100).contains(percent) else { return nil }
        return percent == 0 ? 0 : ((percent + 12) / 25).rounded(.down) + 1
    }

    private static func words(_ text: String, _ separators: String) -> [String] {
        text.split(maxSplits: AnswerLimits.keywords) { separators.contains($0) }.map(String.init)
    }

    /// Keeps the texts, except a rating of 0 in a picture: cameras write it everywhere, while in a sidecar it counts.
    private static func keep(_ texts: WrittenTexts, _ metadata: inout FileMetadata) {
        var (found, evidence) = (texts.found, texts.evidence)
        if found.rating == 0, !metadata.format.isSidecar {
            found.rating = nil
            evidence.removeAll { $0.value == "rating" }
        }
        guard !found.isEmpty else { return }
        metadata.extended = found
        metadata.evidence += evidence
    }
}
