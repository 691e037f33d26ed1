internal import Catalogue
internal import FolderWatch
internal import Kernel
internal import LibraryFiles
internal import MediaMetadata
internal import PhotoModel

/// The place of a file: a directory of the catalogue and a name.
struct FileLocation: Hashable {
    let directory: Int64
    let name: FileName

    init(_ file: FileRecord) {
        self.init(file.directory, file.name)
    }

    init(_ directory: Int64, _ name: [UInt8]) {
        self.directory = directory
        self.name = FileName(name)
    }
}

/// What was found at a place, queued for the catalogue.
final class Observation {
    let location: FileLocation
    /// Nil if nothing is at the place any more.
    var stat: FileStat?
    private(set) var volume: Int64
    let hasStableInode: Bool
    private let keepsBirth: Bool
    var metadata: FileMetadata?
    /// The value of ``CatalogueWriter/unseenArrivals`` for which no file was known at the place and none was
    /// queued for it.
    var vacantSince: Int?
    /// Whether the file has to be found and opened again.
    var isSuperseded = false
    /// Whether the file is being read separately while later ones proceed; it is resumed when its metadata is
    /// known.
    var isAside = false

    init(location: FileLocation, in directory: WatchedDirectory, stat: FileStat?) {
        self.location = location
        self.stat = stat
        volume = Self.volume(of: stat, in: directory)
        hasStableInode = directory.hasStableInodes
        keepsBirth = directory.keepsBirths
    }

    /// Takes what was opened for what was seen: its disk may have been mounted anew in between.
    func opened(_ found: FileStat, in directory: WatchedDirectory) {
        (stat, volume) = (found, Self.volume(of: found, in: directory))
    }

    /// What lies on another device than its directory is on no file system known here.
    private static func volume(of stat: FileStat?, in directory: WatchedDirectory) -> Int64 {
        let isOnSameDevice = stat.map { $0.device == directory.stat.device } ?? true
        return isOnSameDevice ? directory.volume : 0
    }

    var isReady: Bool {
        // A comparison would copy the metadata.
        if case .some = metadata { return true }
        return stat == nil || isSuperseded
    }

    var identity: FileIdentity? {
        stat.map {
            FileIdentity(
                volume: volume,
                inode: Int64(bitPattern: $0.inode),
                size: Int64($0.size),
                modified: $0.modified,
                born: keepsBirth ? $0.born : 0
            )
        }
    }
}

extension AssetRecord {
    /// Creates a record from an observation, consuming its metadata; ID, identifier and edits are set later.
    init?(_ observation: Observation, at time: Int64) {
        guard let stat = observation.stat, let identity = observation.identity,
            let metadata = observation.metadata.take()
        else { return nil }
        // Without its time of change it counts as changed at each look, and is read again.
        let changed = metadata.isUnread ? 0 : stat.changed
        self.init(
            metadata,
            directory: observation.location.directory,
            name: observation.location.name.bytes,
            identity: identity,
            changed: changed,
            attributes: observation.hasStableInode ? stat.attributes : 0,
            added: time
        )
    }

    /// Whether its file was seen, and could not be opened or read, and is as it was known and of the same kind.
    private func isUnopened(_ known: FileRecord) -> Bool {
        unreadableReason != nil && file.changed == 0 && file.identity == known.identity
            && MediaFileName(file.name).fileExtension == MediaFileName(known.name).fileExtension
    }

    /// Returns this record with the values that only the catalogue has, and with all that is known of a file that could
    /// not be opened and is as it was.
    func carryingOver(_ known: AssetRecord) -> AssetRecord {
        var record = alone
        if isUnopened(known.file) {
            record = known.alone
            record.directory = directory
            // What ties it to others and to edits is decided anew, as for any other.
            (record.partOf, record.partCount) = (partOf, partCount)
            (record.isEdited, record.edit) = (isEdited, edit)
            (record.burstIdentifier, record.representsBurst) = (burstIdentifier, representsBurst)
            record.file = file
            (record.file.fingerprint, record.file.edition) = (
                known.file.fingerprint, known.file.edition
            )
            // So that what changed it the last time is not taken for a write.
            record.file.attributes = 0
        }
        let own = known.alone
        (record.id, record.uuid, record.addedDate) = (known.id, known.uuid, known.addedDate)
        (record.isFavorite, record.isHidden) = (own.isFavorite, own.isHidden)
        return record
    }
}
