internal import Catalogue
internal import FolderWatch
internal import MediaMetadata
internal import PhotoModel

/// A place where a file can be: a directory of the catalogue and a name.
struct Place: Hashable {
    let directory: Int64
    let name: FileName

    init(_ directory: Int64, _ name: [UInt8]) {
        self.directory = directory
        self.name = FileName(name)
    }
}

/// What was found at a place, on its way into the catalogue.
final class Observation {
    let place: Place
    let node: UInt32
    /// Nil when there is nothing at the place any more.
    var stat: FileStat?
    var volume: Int64
    var metadata: FileMetadata?
    /// Overtaken: the file has to be found and opened anew.
    var isVoid = false

    init(place: Place, node: UInt32, stat: FileStat?, volume: Int64) {
        self.place = place
        self.node = node
        self.stat = stat
        self.volume = volume
    }

    var isReady: Bool { stat == nil || metadata != nil || isVoid }

    var identity: FileIdentity? {
        stat.map {
            FileIdentity(
                volume: volume,
                inode: Int64(bitPattern: $0.inode),
                size: Int64($0.size),
                modified: $0.modified,
                born: $0.born
            )
        }
    }
}

extension AssetRecord {
    /// A record of what an observation found; number, identifier and edits are yet to be filled in.
    init?(_ observation: Observation) {
        guard let stat = observation.stat, let metadata = observation.metadata,
            let identity = observation.identity
        else { return nil }
        self.init()
        directory = observation.place.directory
        mediaType = metadata.mediaType
        subtypes = metadata.subtypes
        traits = metadata.traits
        width = Int64(metadata.width)
        height = Int64(metadata.height)
        duration = metadata.duration
        creationDate =
            metadata.date
            ?? CaptureDate(
                microseconds: stat.modified / 1_000,
                offsetMinutes: 0,
                source: .modificationTime
            )
        modificationDate = stat.modified
        addedDate = CatalogueWriter.now()
        latitude = metadata.location?.latitude
        longitude = metadata.location?.longitude
        altitude = metadata.location?.altitude
        uti = metadata.format.uniformTypeIdentifier
        cameraMake = metadata.cameraMake
        cameraModel = metadata.cameraModel
        lensModel = metadata.lensModel
        unreadableReason = metadata.unreadableReason
        noteBurst(metadata.burst)
        contentIdentifier = metadata.contentIdentifier
        film = metadata.film.map {
            EmbeddedFilm(offset: Int64($0.lowerBound), length: Int64($0.count))
        }
        evidence = metadata.evidence.isEmpty ? nil : Self.lines(metadata.evidence)
        file.directory = directory
        file.name = observation.place.name.bytes
        file.identity = identity
        file.changed = stat.changed
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

    /// What only the catalogue knows goes on with the asset.
    mutating func keep(_ known: AssetRecord) {
        self = alone
        let own = known.alone
        (id, uuid) = (known.id, known.uuid)
        (addedDate, isFavorite, isHidden) = (known.addedDate, own.isFavorite, own.isHidden)
    }

    private static func lines(_ evidence: [Evidence]) -> String {
        evidence.map { "\($0.value)\t\($0.rule)\t\($0.detail)" }.joined(separator: "\n")
    }
}
