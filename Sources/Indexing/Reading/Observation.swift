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

/// A finding about a place, queued for the catalogue.
final class Observation {
    let location: FileLocation
    /// The attributes of the file; nil if the place is empty.
    var stat: FileStat?
    private(set) var volume: Int64
    let hasStableInode: Bool
    private let keepsBirth: Bool
    var metadata: FileMetadata?
    /// The value of ``CatalogueWriter/unseenArrivals`` for which no file was known at the place and none was queued for
    /// it.
    var vacantSince: Int?
    /// Whether the file has to be found and opened again.
    var isSuperseded = false
    /// Whether the file is being read separately while later ones proceed; it is resumed when its metadata is known.
    var isAside = false

    init(location: FileLocation, in directory: WatchedDirectory, stat: FileStat?) {
        self.location = location
        self.stat = stat
        volume = Self.volume(of: stat, in: directory)
        hasStableInode = directory.hasStableInodes
        keepsBirth = directory.keepsBirths
    }

    /// Replaces the attributes that were seen by those of the opened file: its disk may have been remounted in between.
    func opened(_ found: FileStat, in directory: WatchedDirectory) {
        (stat, volume) = (found, Self.volume(of: found, in: directory))
    }

    /// The ID of a file's file system; 0, for an unknown one, if the file's device differs from its directory's.
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
        // Without a change time the file counts as changed at each check, and is read again.
        let changed = metadata.isUnread ? 0 : stat.changed
        self.init(
            metadata,
            directory: observation.location.directory,
            name: observation.location.name.bytes,
            identity: identity,
            changed: changed,
            added: time
        )
    }

    /// Whether the file was seen but could not be opened or read, and is unchanged and of the same kind as the known
    /// one.
    private func isUnopened(_ known: FileRecord) -> Bool {
        unreadableReason != nil && file.changed == 0 && file.identity == known.identity
            && MediaFileName(file.name).fileExtension == MediaFileName(known.name).fileExtension
    }

    /// Returns this record with the values that only the catalogue has, and with everything known about a file that
    /// could not be opened and is unchanged.
    func carryingOver(_ known: AssetRecord) -> AssetRecord {
        var record = alone
        if isUnopened(known.file) {
            record = known.alone
            record.directory = directory
            // Its relations to other files and to edits are determined again, as for any other.
            (record.partOf, record.partCount) = (partOf, partCount)
            (record.isEdited, record.edit) = (isEdited, edit)
            (record.burstIdentifier, record.representsBurst) = (burstIdentifier, representsBurst)
            record.file = file
            record.file.fingerprint = known.file.fingerprint
        }
        let own = known.alone
        if record.creationDate.source == .modificationTime, record.file.beginsLike(known.file),
            own.creationDate.source == .modificationTime,
            own.creationDate.microseconds < record.creationDate.microseconds
        {
            // A copy and `touch` make a file later, but not the picture.
            record.creationDate = own.creationDate
        }
        (record.id, record.uuid, record.addedDate) = (known.id, known.uuid, known.addedDate)
        (record.isFavorite, record.isHidden) = (own.isFavorite, own.isHidden)
        return record
    }
}
