package import PhotoModel

/// The values in an asset's own file that its other files and the user can override.
package struct OwnValues: Equatable, Sendable {
    package var subtypes: MediaSubtypes
    package var traits: AssetTraits
    package var extent: Extent
    package var creationDate: CaptureDate
    package var latitude: Double?
    package var longitude: Double?
    package var altitude: Double?
    package var isFavorite: Bool
    package var isHidden: Bool
    package var extendedMetadata: ExtendedMetadata?
    package var evidence: String?

    /// The size of a picture, in pixels as shown, and the duration of a film, in seconds.
    package struct Extent: Equatable, Sendable {
        package var width: Int64
        package var height: Int64
        package var duration: Double
    }

    init(_ record: AssetRecord) {
        (subtypes, traits) = (record.subtypes, record.traits)
        extent = record.extent
        creationDate = record.creationDate
        (latitude, longitude, altitude) = (record.latitude, record.longitude, record.altitude)
        (isFavorite, isHidden) = (record.isFavorite, record.isHidden)
        extendedMetadata = record.extendedMetadata
        evidence = record.evidence
    }
}

extension AssetRecord {
    fileprivate var extent: OwnValues.Extent {
        get { OwnValues.Extent(width: width, height: height, duration: duration) }
        set { (width, height, duration) = (newValue.width, newValue.height, newValue.duration) }
    }

    /// The asset with the values of its own file alone.
    package var alone: AssetRecord {
        guard let own else { return self }
        var record = self
        (record.subtypes, record.traits) = (own.subtypes, own.traits)
        record.extent = own.extent
        record.modificationDate = file.identity.modified
        record.creationDate = own.creationDate
        (record.latitude, record.longitude, record.altitude) = (
            own.latitude, own.longitude, own.altitude
        )
        (record.isFavorite, record.isHidden) = (own.isFavorite, own.isHidden)
        record.extendedMetadata = own.extendedMetadata
        record.evidence = own.evidence
        record.own = nil
        return record
    }

    /// Returns the asset composed of its file, its parts and the user's edits.
    ///
    /// A video makes a photo a Live Photo, and a RAW file gives it the RAW trait. An edited asset looks like its edited
    /// version. Dates and locations of sidecars override those of the file, in the order of the parts, because they
    /// were written later; a sidecar of a Live Photo's film only counts if the still has none.
    ///
    /// `lent`: The file of Google Takeout that an edited copy shares with its original, which is not a part of it.
    func with(_ parts: [AssetRecord], lent: AssetRecord? = nil) -> AssetRecord {
        var record = alone
        record.partCount = Int64(parts.count)
        guard !parts.isEmpty || edit != nil || lent != nil else { return record }
        record.own = OwnValues(record)
        for part in parts {
            switch part.file.type {
            case .pairedVideo:
                record.subtypes.insert(.photoLive)
                record.note("photoLive", "film beside the picture", part.file.name)
                record.takeDate(ofFilm: part)
            case .alternatePhoto:
                record.traits.formUnion(part.traits.intersection(.raw))
                record.note("raw", "RAW file beside the picture", part.file.name)
            case .fullSizePhoto, .fullSizeVideo: record.look(like: part)
            default: break
            }
            record.isFavorite = record.isFavorite || part.isFavorite
            record.isHidden = record.isHidden || part.isHidden
        }
        let sidecars = parts.filter { $0.file.type == .sidecar }
        let films = parts.filter { $0.file.type == .pairedVideo }
        let ofStill = films.isEmpty ? sidecars : sidecars.filter { !$0.isAbout(films) }
        for part in (ofStill.isEmpty ? sidecars : ofStill).reversed() { record.take(part) }
        if let lent {
            record.traits.insert(.borrows)
            record.takeMissing(lent)
        }
        if let edit { record.take(edit) }
        return record
    }

    /// Takes the date of a Live Photo's film, if the still has lost its own.
    private mutating func takeDate(ofFilm film: AssetRecord) {
        guard creationDate.source.isGuess || creationDate.source.isLastResort,
            film.creationDate.source.isInFile
        else { return }
        creationDate = film.creationDate
        note("creationDate", "film of the Live Photo", film.file.name)
    }

    /// Takes over the properties that differ in an edited version.
    private mutating func look(like rendered: AssetRecord) {
        extent = rendered.extent
        modificationDate = max(modificationDate, rendered.file.identity.modified)
        note("pixelSize", "edited version beside the original", rendered.file.name)
    }

    /// Whether it is a sidecar of one of some files, by its name or by what it says.
    private func isAbout(_ files: [AssetRecord]) -> Bool {
        let subject = MediaFileName(file.name).subject.map(AssetGrouping.folded)
        return files.contains {
            subject.map { [name = $0.file.name] in $0 == AssetGrouping.folded(name) }
                ?? (subjectEnding == MediaFileName($0.file.name).fileExtension)
        }
    }

    /// Applies the values of a sidecar.
    private mutating func take(_ sidecar: AssetRecord) {
        guard !TakeoutName.isTakeout(sidecar.file.name) else { return takeMissing(sidecar) }
        guard !MediaFileName(sidecar.file.name).isThumbnail else {
            takeLocalTime(of: sidecar)
            return takeMissing(sidecar, "thumbnail")
        }
        let date = sidecar.creationDate
        let saysLess =
            date.source == .xmpCreation
            && !(creationDate.source.isGuess || creationDate.source.isSecondary)
        if date.source == .xmp || date.source == .xmpCreation, !saysLess,
            !date.isContained(in: creationDate)
        {
            creationDate = date.replacing(creationDate)
            note("creationDate", "sidecar", sidecar.file.name)
        }
        if let latitude = sidecar.latitude, let longitude = sidecar.longitude {
            (self.latitude, self.longitude, altitude) = (latitude, longitude, sidecar.altitude)
            note("location", "sidecar", sidecar.file.name)
        }
        if let texts = sidecar.extendedMetadata {
            describe { $0.take(texts) }
            note("extendedMetadata", "sidecar", sidecar.file.name)
        }
        takeFavorite(sidecar)
    }

    /// Takes the date in a film's header for a local time, if that is what the thumbnail beside it shows: many cameras
    /// wrote no other.
    private mutating func takeLocalTime(of thumbnail: AssetRecord) {
        let taken = thumbnail.creationDate
        guard creationDate.source == .quicktime, creationDate.offsetMinutes == 0,
            creationDate.clockSource == .library, taken.source.isInFile,
            taken.offsetMinutes == nil,
            (taken.written &- creationDate.microseconds).magnitude <= 60_000_000
        else { return }
        creationDate = taken
        note("creationDate", "thumbnail", thumbnail.file.name)
    }

    /// Applies the values of a Google Takeout file or a camera's thumbnail where the photo itself has none.
    ///
    /// Takeout has dates without a time zone, and less exact copies of the photo's other values.
    private mutating func takeMissing(_ sidecar: AssetRecord, _ rule: String = "takeout") {
        if creationDate.source.isGuess || creationDate.source.isLastResort,
            !sidecar.creationDate.source.isGuess
        {
            creationDate = sidecar.creationDate
            note("creationDate", rule, sidecar.file.name)
        }
        if self.latitude == nil, let latitude = sidecar.latitude {
            (self.latitude, longitude, altitude) = (latitude, sidecar.longitude, sidecar.altitude)
            note("location", rule, sidecar.file.name)
        }
        if let caption = sidecar.extendedMetadata?.caption, extendedMetadata?.caption == nil {
            describe { $0.caption = caption }
            note("caption", rule, sidecar.file.name)
        }
        takeFavorite(sidecar)
    }

    private mutating func takeFavorite(_ sidecar: AssetRecord) {
        guard sidecar.traits.contains(.marksFavorite) else { return }
        isFavorite = true
        note("favorite", "sidecar", sidecar.file.name)
    }

    /// Changes the extended metadata; a rating of 0 becomes no rating.
    mutating func describe(_ change: (inout ExtendedMetadata) -> Void) {
        var texts = extendedMetadata ?? ExtendedMetadata()
        change(&texts)
        if texts.rating == 0 { texts.rating = nil }
        extendedMetadata = texts.isEmpty ? nil : texts
    }

    private mutating func note(_ value: String, _ rule: String, _ name: [UInt8]) {
        let line = "\(value)\t\(rule)\t\(String(decoding: name, as: UTF8.self))"
        evidence = evidence.map { "\($0)\n\(line)" } ?? line
    }

    /// Appends evidence in place of all earlier evidence for the same value, which no longer counts.
    mutating func noteInstead(_ value: String, _ rule: String, _ detail: String) {
        let others = evidence?.split(separator: "\n").filter { !$0.hasPrefix("\(value)\t") } ?? []
        evidence = (others.map(String.init) + ["\(value)\t\(rule)\t\(detail)"]).joined(
            separator: "\n"
        )
    }
}
