package import Catalogue
package import MediaMetadata
internal import PhotoModel

extension AssetRecord {
    /// Creates a record from a file's metadata; ID, identifier and edits are set later.
    ///
    /// - `changed`: The inode's change time, in nanoseconds since 1970.
    /// - `added`: When the file was found, in microseconds since 1970.
    package init(
        _ metadata: consuming FileMetadata,
        directory: Int64,
        name: [UInt8],
        identity: FileIdentity,
        changed: Int64,
        added: Int64
    ) {
        self.init()
        self.directory = directory
        mediaType = metadata.mediaType
        subtypes = metadata.subtypes
        traits = metadata.traits
        width = Int64(metadata.width)
        height = Int64(metadata.height)
        duration = metadata.duration
        creationDate =
            metadata.date
            ?? CaptureDate(
                microseconds: identity.modified / 1_000,
                offsetMinutes: 0,
                source: .modificationTime
            )
        modificationDate = identity.modified
        addedDate = added
        latitude = metadata.location?.latitude
        longitude = metadata.location?.longitude
        altitude = metadata.location?.altitude
        uti = metadata.format.uniformTypeIdentifier
        cameraMake = metadata.cameraMake
        cameraModel = metadata.cameraModel
        lensModel = metadata.lensModel
        extendedMetadata = metadata.extended
        unreadableReason = metadata.unreadableReason
        noteBurst(metadata.burst)
        contentIdentifier = metadata.contentIdentifier
        film = metadata.film.map {
            EmbeddedFilm(offset: Int64($0.lowerBound), length: Int64($0.count))
        }
        evidence = metadata.evidence.isEmpty ? nil : Self.lines(metadata.evidence)
        file.directory = directory
        file.name = name
        file.identity = identity
        file.changed = changed
        file.fingerprint = Int64(bitPattern: metadata.fingerprint)
    }

    private mutating func noteBurst(_ mark: BurstMark?) {
        guard let mark else { return }
        switch mark.basis {
        case .apple: burstKey = "apple:\(mark.identifier)"
        case .googleCamera: burstKey = "google:\(mark.identifier)"
        case .name: burstKey = "name:\(directory):\(mark.identifier)"
        }
        burstBasis = Int64(mark.basis.rawValue)
        isBurstPrimary = mark.isPrimary
    }

    private static func lines(_ evidence: [Evidence]) -> String {
        var lines: [UInt8] = []
        lines.reserveCapacity(evidence.count * 64)
        for one in evidence {
            if !lines.isEmpty { lines.append(UInt8(ascii: "\n")) }
            lines += one.value.utf8
            lines.append(UInt8(ascii: "\t"))
            lines += one.rule.utf8
            lines.append(UInt8(ascii: "\t"))
            lines += one.detail.utf8
        }
        return String(decoding: lines, as: UTF8.self)
    }
}
