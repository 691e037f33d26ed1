internal import PhotoModel

/// Reads the metadata of one open file after another.
///
/// Nothing is decoded and nothing is trusted: every reader is bounded, and a file that makes no sense becomes metadata
/// with an `unreadableReason`.
package final class MetadataReader {
    private let file = FileBytes()
    private let burstNames = BurstNames()
    private let explains: Bool
    private let film: ((Int32) -> FilmFacts?)?

    /// - Parameters:
    ///   - explains: Whether to report also the values that were considered and rejected.
    ///   - film: Reads an open film that is not an ISO base media file; without it such files are only recognised, and
    ///     marked as partial.
    package init(explains: Bool = false, film: ((Int32) -> FilmFacts?)? = nil) {
        self.explains = explains
        self.film = film
    }

    /// Reads one file.
    ///
    /// - `descriptor`: A regular file open for reading; stays open.
    /// - `name`: Its name without a directory; some rules depend on it.
    /// - `size`: Its size in bytes when it was opened.
    /// - `now`: Microseconds since 1970; dates after the next day do not count. Without it all do.
    package func read(
        _ descriptor: Int32,
        name: [UInt8],
        size: UInt64 = .max,
        now: Int64? = nil
    ) -> FileMetadata {
        var metadata = readFile(descriptor, name, size, now)
        metadata.dayAfterTomorrow = .max
        // The values found are kept; missing ones may be in the part that was not read.
        if let reason = file.budget.reason { metadata.unreadableReason = reason }
        if file.failure != 0 { metadata.unreadableReason = FileMetadata.unread(file.failure) }
        metadata.keepWithinLimits()
        return metadata
    }

    /// The cost of the last file.
    package var cost: ReadingBudget { file.budget }

    private func readFile(
        _ descriptor: Int32,
        _ name: [UInt8],
        _ size: UInt64,
        _ now: Int64?
    ) -> FileMetadata {
        var metadata = FileMetadata()
        metadata.dayAfterTomorrow = now.map(NameDates.dayAfterTomorrow) ?? .max
        let status = file.load(descriptor, expected: size)
        metadata.fingerprint = file.fingerprint
        guard status == 0 else {
            metadata.unreadableReason = FileMetadata.unread(status)
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
        var facts = FileFacts(stem: stem, format: format)
        if format == .unknown {
            metadata.unreadableReason = "the content is no picture or film of a known format"
            return metadata
        }
        if format.isSidecar {
            SidecarReader.read(file, &metadata)
            return metadata
        }
        if format.mediaType == .video {
            readFilm(descriptor, &metadata, &facts)
        } else {
            if format == .livePhoto { enterArchive(&metadata, &facts) }
            if metadata.unreadableReason == nil { readPicture(&metadata, &facts) }
        }
        (facts.width, facts.height) = (metadata.width, metadata.height)
        derive(&metadata, facts)
        readLive(&metadata, facts)
        if explains { metadata.refused += Refusals.find(facts, metadata) }
        return metadata
    }

    /// Returns the stem as text and the extension in lower case.
    static func split(_ name: [UInt8]) -> (stem: String, fileExtension: String) {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else {
            return (String(decoding: name, as: UTF8.self), "")
        }
        return (
            String(decoding: name[..<dot], as: UTF8.self),
            String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
        )
    }

    /// Goes on with the picture of a Live Photo in one file, as if it were the file.
    private func enterArchive(_ metadata: inout FileMetadata, _ facts: inout FileFacts) {
        guard let archive = LivePhotoArchive(file) else {
            metadata.unreadableReason =
                "the Live Photo is damaged, or compressed: unpack it with: unzip"
            return
        }
        let error = file.enter(archive.still)
        if error != 0 { metadata.unreadableReason = FileMetadata.unread(error) }
        metadata.film = archive.film
        facts.format = MediaFormat(head: file.head, fileExtension: "")
    }

    private func readPicture(_ metadata: inout FileMetadata, _ facts: inout FileFacts) {
        var parts = PictureParts()
        switch facts.format {
        case .jpeg: parts.read(JPEGReader(segmentsOf: file))
        case .png: parts.read(PNGReader(file), file, &facts)
        case .webp: parts.read(WebPReader(file), &facts)
        case .heic, .heif, .avif: parts.read(HEIFReader(file), &facts)
        case .gif:
            parts.read(PictureSize.gif(file.head))
            let gif = GIFReader(file)
            (facts.frames, parts.xmp) = (gif.frames, gif.xmp)
        case .bmp: parts.read(PictureSize.bmp(file.head))
        case .jpegXL: parts.read(JPEGXLReader(file))
        case .cr3: parts.read(CanonRawReader(file))
        case .raf: parts.read(FujiRawReader(file))
        case .rw2: parts.read(PanasonicRawReader(file))
        case .crw: parts.read(CanonHeapReader(file))
        case .mrw:
            let block = MinoltaRaw.block(file)
            parts.read(block.flatMap { TIFFReader(file, in: $0, isRaw: true) })
        case .x3f: parts.read(SigmaRawReader(file))
        case .photoshop: parts.read(PhotoshopReader(file))
        case .jpeg2000: parts.read(JPEG2000Reader(file))
        default:
            parts.read(TIFFReader(file, in: 0..<file.size, isRaw: facts.format.isRaw))
        }
        if !parts.isReadable {
            metadata.unreadableReason =
                "the \(facts.format) file is damaged or ends before its picture size"
            // What a picture that was cut off says of itself before its end is as good as any.
            guard parts.exif != nil || parts.xmp != nil else { return }
        }
        (metadata.width, metadata.height) = (
            PictureSize.side(parts.width), PictureSize.side(parts.height)
        )
        facts.exif = parts.embedded
        if let range = parts.exif { facts.exif = exifFacts(range, parts.exifNeedsPrefix) }
        if let range = parts.xmp { facts.xmp = xmpFacts(range) ?? facts.xmp }
        readExtendedXMP(parts, &facts)
        if let index = parts.multiPicture { readOthers(index, &facts) }
        if facts.format == .jpeg || isBySmartSwitch(facts) { readTrailers(&facts) }
        if let exif = facts.exif, parts.turnsByExif {
            metadata.orientation = exif.orientation
            if exif.orientation >= 5 { swap(&metadata.width, &metadata.height) }
        }
        let iptc = readPhotoshop(parts, &facts)
        let dates = PictureDates(
            facts: facts,
            iptc: iptc?.date,
            creationTime: parts.creationTime
        )
        let counting = PictureRules.apply(&metadata, facts, dates)
        DescriptionRules.apply(&metadata, facts, iptc)
        if explains, let counting { metadata.refused += dates.contradictions(of: counting) }
    }

    /// Reads IPTC-IIM, and the Exif block that Photoshop keeps among its resources if the file has no other.
    private func readPhotoshop(_ parts: PictureParts, _ facts: inout FileFacts) -> IPTCFacts? {
        if let found = parts.iptcFacts { return found }
        guard let range = parts.iptc else { return nil }
        let isJPEG = facts.format == .jpeg
        let found: (iptc: IPTCFacts?, exif: ExifFacts?)? = file.withBytes(
            at: range.lowerBound,
            count: range.count
        ) { bytes in
            guard isJPEG else { return (IPTCFacts(bytes), nil) }
            let exif =
                facts.exif == nil
                ? PhotoshopResources.read(0x0422, in: bytes) { PictureParts.facts($0, file) } : nil
            return (IPTCFacts(photoshop: bytes), exif)
        }
        facts.exif = facts.exif ?? found?.exif
        // Cameras leave no resources: an editor wrote the file last.
        if isJPEG { facts.exif?.modified = ExifMoment() }
        return found?.iptc
    }

    /// Reads the parts of a Live Photo: the identifier it shares with other files, or the film in the file.
    private func readLive(_ metadata: inout FileMetadata, _ facts: FileFacts) {
        guard metadata.unreadableReason == nil else { return }
        if let (identifier, tag) = facts.contentIdentifier {
            metadata.contentIdentifier = identifier
            metadata.evidence.append(
                Evidence(value: "contentIdentifier", rule: tag, detail: identifier)
            )
        }
        if let film = metadata.film {
            metadata.subtypes.insert(.photoLive)
            let detail = "a film of \(film.count) bytes beside the picture in the archive"
            metadata.evidence.append(
                Evidence(value: "photoLive", rule: "livePhotoArchive", detail: detail)
            )
        } else if metadata.traits.contains(.motionPhoto) {
            metadata.film = MotionPhotos.film(facts, file)
        }
    }

    private func readTrailers(_ facts: inout FileFacts) {
        if mayHaveSamsungTrailer(facts) {
            facts.trailers.samsungBlocks = SamsungTrailer.blocks(file) ?? []
        }
        if ["HUAWEI", "HONOR"].contains(facts.exif?.make?.uppercased()) {
            facts.trailers.huaweiFilm = HuaweiTrailer.film(file)
        }
    }

    /// Whether Samsung's Smart Switch may have appended a film to the picture of another maker: it names these after
    /// their time.
    private func isBySmartSwitch(_ facts: FileFacts) -> Bool {
        facts.isNamedByTime && facts.exif?.make?.lowercased().hasPrefix("samsung") == false
    }

    /// Whether to look for the trailer at the end of the file, which costs a second seek on a disk: only if it may be
    /// there, or costs nothing.
    private func mayHaveSamsungTrailer(_ facts: FileFacts) -> Bool {
        file.size <= FileBytes.headSize || facts.exif?.make == nil
            || facts.exif?.make?.lowercased().hasPrefix("samsung") == true
            || facts.isNamedByTime
    }

    private func xmpFacts(_ range: Range<Int>) -> XMPFacts? {
        guard range.count <= 1 << 20 else { return nil }
        return file.withBytes(at: range.lowerBound, count: range.count) { XMPFacts($0, file) }
    }

    /// Reads the pieces that continue a packet of more than 64 KiB.
    private func readExtendedXMP(_ parts: PictureParts, _ facts: inout FileFacts) {
        guard let identifier = facts.xmp["xmpNote:HasExtendedXMP"],
            let pieces = parts.extendedXMP[identifier]
        else { return }
        var whole: [UInt8] = []
        for piece in pieces.sorted(by: { $0.offset < $1.offset }) {
            guard piece.offset == whole.count, whole.count + piece.range.count <= 4 << 20 else {
                break
            }
            _ = file.withBytes(at: piece.range.lowerBound, count: piece.range.count) { bytes in
                whole.append(bytes)
                return true
            }
        }
        facts.xmp.merge(whole.lend { XMPFacts($0, file) })
    }

    /// Reads the XMP of the first few further pictures.
    private func readOthers(_ index: Range<Int>, _ facts: inout FileFacts) {
        guard facts.xmp["hdrgm:Version"] == nil else { return }
        for start in MultiPicture.others(file, index).prefix(4) {
            guard let range = JPEGReader(file, at: start)?.xmp, let found = xmpFacts(range) else {
                continue
            }
            facts.otherPictures.append(found)
        }
    }

    private func exifFacts(_ range: Range<Int>, _ needsPrefix: Bool) -> ExifFacts? {
        let count = min(range.count, 65_535, file.size - range.lowerBound)
        return file.withBytes(at: range.lowerBound, count: count) { block in
            needsPrefix ? PictureParts.facts(block, file) : ExifReader.facts(in: block, file)
        }
    }

    private func readFilm(
        _ descriptor: Int32,
        _ metadata: inout FileMetadata,
        _ facts: inout FileFacts
    ) {
        switch metadata.format {
        case .quickTime, .mpeg4, .m4v, .threeGP:
            guard let movie = MovieReader(file) else {
                // Only libavformat unpacks the header.
                if MovieReader.isPacked(file) {
                    return readForeign(descriptor, &metadata, &facts)
                }
                metadata.unreadableReason =
                    "the film has no moov box: it was cut off or never closed"
                return
            }
            guard !movie.isSound else { return refuseSound(&metadata) }
            facts.movie = movie
            FilmRules.apply(&metadata, movie)
            DescriptionRules.apply(&metadata, movie)
        default: readForeign(descriptor, &metadata, &facts)
        }
    }

    private func refuseSound(_ metadata: inout FileMetadata) {
        (metadata.format, metadata.mediaType) = (.unknown, .unknown)
        metadata.unreadableReason = "the file has sound only"
    }

    /// Reads a film with libavformat, or marks it to be read by the program that has it.
    private func readForeign(
        _ descriptor: Int32,
        _ metadata: inout FileMetadata,
        _ facts: inout FileFacts
    ) {
        guard let film else {
            metadata.isPartial = true
            return
        }
        guard var found = film(descriptor) else {
            metadata.unreadableReason = "the \(metadata.format) film is damaged or cut off"
            return
        }
        guard !found.isGivenUp else {
            file.budget.refuse(.steps)
            return
        }
        guard !found.hasSoundOnly else { return refuseSound(&metadata) }
        if metadata.format == .asf {
            found.created = ASFReader.created(file) ?? found.created
        }
        let camera = metadata.format == .avi ? AVIReader(file) : nil
        let movie = MovieReader(found, camera?.xmp)
        facts.movie = movie
        FilmRules.apply(&metadata, found, camera)
        DescriptionRules.apply(&metadata, movie)
        if metadata.format == .transportStream, let packs = DVPackReader.read(file) {
            FilmRules.apply(&metadata, packs)
        }
    }

    private func derive(_ metadata: inout FileMetadata, _ facts: FileFacts) {
        guard metadata.unreadableReason == nil else { return }
        let isPicture = metadata.mediaType == .image
        let rules = isPicture ? DerivationRules.pictures : DerivationRules.films
        metadata.evidence += apply(rules, facts, &metadata.subtypes) { subtype in
            MediaSubtypes.names.first { $0.subtype == subtype }?.name
        }
        guard isPicture else { return }
        metadata.evidence += apply(DerivationRules.traits, facts, &metadata.traits) { trait in
            AssetTraits.names.first { $0.trait == trait }?.name
        }
        BurstRules.apply(&metadata, facts, burstNames)
    }

    /// Adds the values that the rules find; the first rule that holds for a value is its evidence.
    private func apply<Value>(
        _ rules: [DerivationRule<Value>],
        _ facts: FileFacts,
        _ found: inout Value,
        name: (Value) -> StaticString?
    ) -> [Evidence] {
        var evidence: [Evidence] = []
        for rule in rules where !found.isSuperset(of: rule.value) {
            guard let detail = rule.evidence(facts) else { continue }
            found.formUnion(rule.value)
            let value = name(rule.value).map { "\($0)" } ?? ""
            evidence.append(Evidence(value: value, rule: "\(rule.name)", detail: detail))
        }
        return evidence
    }
}
