internal import PhotoModel

/// Reads the metadata of one open file after another.
///
/// Nothing is decoded and nothing is trusted: every reader is bounded, and a file that makes no
/// sense becomes metadata with an `unreadableReason`.
package final class MetadataReader {
    private let file = FileBytes()
    private let burstNames = BurstNames()

    package init() {}

    /// Reads one file.
    ///
    /// - `descriptor`: A regular file open for reading; stays open.
    /// - `name`: Its name without a directory; some rules go by names.
    package func read(_ descriptor: Int32, name: [UInt8]) -> FileMetadata {
        var metadata = FileMetadata()
        let status = file.load(descriptor)
        metadata.fingerprint = file.fingerprint
        guard status == 0 else {
            metadata.unreadableReason = "cannot be read (error \(status))"
            return metadata
        }
        guard file.size > 0 else {
            metadata.unreadableReason = "the file is empty"
            return metadata
        }
        let (stem, fileExtension) = Self.split(name)
        let format = MediaFormat(head: file.head, fileExtension: fileExtension)
        metadata.format = format
        metadata.mediaType = format.mediaType
        var facts = FileFacts(stem: stem, format: format, pixels: 0)
        if format == .unknown {
            metadata.unreadableReason = "the content is no picture or film of a known format"
            return metadata
        }
        if format.mediaType == .video {
            readFilm(&metadata)
        } else {
            readPicture(&metadata, &facts)
        }
        facts.pixels = metadata.width * metadata.height
        derive(&metadata, facts)
        return metadata
    }

    /// The stem as text and the extension in lower case.
    static func split(_ name: [UInt8]) -> (stem: String, fileExtension: String) {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else {
            return (String(decoding: name, as: UTF8.self), "")
        }
        return (
            String(decoding: name[..<dot], as: UTF8.self),
            String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
        )
    }

    private func readPicture(_ metadata: inout FileMetadata, _ facts: inout FileFacts) {
        var parts = PictureParts()
        switch metadata.format {
        case .jpeg: parts.read(JPEGReader(file))
        case .png: parts.read(PNGReader(file), &facts)
        case .webp: parts.read(WebPReader(file))
        case .heic, .heif, .avif: parts.read(HEIFReader(file))
        case .gif: parts.read(PictureSize.gif(file.head))
        case .bmp: parts.read(PictureSize.bmp(file.head))
        case .jpegXL, .cr3, .raf: parts.isReadable = true
        default: parts.read(TIFFReader(file), size: file.size)
        }
        guard parts.isReadable else {
            metadata.unreadableReason =
                "the \(metadata.format) file is damaged or ends before its picture size"
            return
        }
        (metadata.width, metadata.height) = (parts.width, parts.height)
        if let range = parts.exif { facts.exif = exifFacts(range, parts.exifNeedsPrefix) }
        if let range = parts.xmp, range.count <= 1 << 20 {
            facts.xmp =
                file.withBytes(at: range.lowerBound, count: range.count) { XMPFacts($0) }
                ?? facts.xmp
        }
        if metadata.format == .jpeg, mayHaveSamsungTrailer(facts) {
            facts.samsungBlocks = SamsungTrailer.blocks(file) ?? []
        }
        if let exif = facts.exif, parts.turnsByExif, exif.orientation >= 5 {
            swap(&metadata.width, &metadata.height)
        }
        let iptc = parts.iptc.flatMap { range in
            file.withBytes(at: range.lowerBound, count: range.count) { bytes in
                metadata.format == .jpeg
                    ? IPTCReader.dateInPhotoshopBlock(bytes) : IPTCReader.date(bytes)
            }
        }
        PictureRules.apply(&metadata, facts, iptc: iptc, creationTime: parts.creationTime)
    }

    /// The trailer lies at the end of the file, a second seek on a disk: only worth it where it can
    /// be, or where it costs nothing.
    private func mayHaveSamsungTrailer(_ facts: FileFacts) -> Bool {
        file.size <= FileBytes.headSize || facts.exif?.make == nil
            || facts.exif?.make?.lowercased().hasPrefix("samsung") == true
    }

    private func exifFacts(_ range: Range<Int>, _ needsPrefix: Bool) -> ExifFacts? {
        let count = min(range.count, 65_535, file.size - range.lowerBound)
        return file.withBytes(at: range.lowerBound, count: count) { block in
            guard needsPrefix, !block.hasPrefix("Exif\u{0}\u{0}") else {
                return ExifReader.facts(in: block)
            }
            let prefixed = Array("Exif\u{0}\u{0}".utf8) + block.raw.prefix(65_529)
            return prefixed.withUnsafeBytes { ExifReader.facts(in: Bytes($0)) }
        }
    }

    private func readFilm(_ metadata: inout FileMetadata) {
        switch metadata.format {
        case .quickTime, .mpeg4, .m4v, .threeGP:
            guard let movie = MovieReader(file) else {
                metadata.unreadableReason =
                    "the film has no moov box: it was cut off or never closed"
                return
            }
            FilmRules.apply(&metadata, movie)
        default: break
        }
    }

    private func derive(_ metadata: inout FileMetadata, _ facts: FileFacts) {
        guard metadata.mediaType == .image, metadata.unreadableReason == nil else { return }
        for rule in SubtypeRules.all where !metadata.subtypes.contains(rule.subtype) {
            guard let detail = rule.evidence(facts) else { continue }
            metadata.subtypes.insert(rule.subtype)
            metadata.evidence.append(
                Evidence(value: "\(rule.value)", rule: "\(rule.name)", detail: detail)
            )
        }
        for rule in SubtypeRules.traits {
            guard let detail = rule.evidence(facts) else { continue }
            metadata.traits.insert(rule.trait)
            metadata.evidence.append(
                Evidence(value: "\(rule.value)", rule: "\(rule.name)", detail: detail)
            )
        }
        BurstRules.apply(&metadata, facts, burstNames)
    }
}
