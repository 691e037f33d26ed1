import Catalogue
import FolderWatch
import Kernel
import MediaMetadata

@testable import Indexing

/// A disk and a catalogue that follows it by what is seen, a batch at a time: the indexer without watcher, readers
/// and time.
final class MemoryLibrary {
    let disk = MemoryDisk()
    let catalogue = MemoryCatalogue()
    private let missing = MissingFiles()
    private let readable = LastReadable()
    private let clock = Clock()
    /// What was looked at and is not decided.
    private var batch: [Observation] = []
    /// Whether the file system keeps inode numbers.
    var keepsInodes = true

    final class Clock: TimeSource {
        var milliseconds: Int64 = 0
        var date: Int64 { milliseconds * 1_000 }
    }

    /// Looks at a name as it is now; a name of a linked file tells about the others.
    func look(_ path: String) throws {
        disk.looked(path)
        let file = disk.files[path]
        let stat = file.map {
            FileStat(
                device: 1,
                inode: UInt64($0.inode),
                size: UInt64($0.size),
                modified: $0.modified,
                changed: $0.modified,
                born: $0.born,
                mode: 0o100644,
                links: UInt32(disk.links($0))
            )
        }
        let observation = Observation(
            location: FileLocation(path),
            in: directory,
            stat: stat
        )
        if let file {
            observation.metadata = FileMetadata()
            observation.metadata?.fingerprint = UInt64(file.content)
        }
        batch.append(observation)
        guard let identity = observation.identity, stat?.links != 1 else { return }
        for other in try catalogue.otherNames(of: identity, unless: identity) {
            disk.changed(FileLocation(other).path)
        }
    }

    private var directory: WatchedDirectory {
        // 0x0102_1994 is tmpfs; 0x4d44 vfat: linux/magic.h.
        let stat = DirectoryStat(
            device: 1,
            inode: 1,
            born: 1,
            volume: 1,
            fileSystem: keepsInodes ? 0x0102_1994 : 0x4d44
        )
        return WatchedDirectory(
            directory: 1,
            inode: 1,
            born: 1,
            device: WatchedDevice(stat, volume: 1, position: 0),
            root: 1,
            isUntrusted: false
        )
    }

    /// Decides about all that was looked at, together; looks it asks for are done in the next batch.
    func decide() throws {
        _ = batch.dropSeenElsewhere(disk)
        var latest: [FileLocation: Observation] = [:]
        for observation in batch { latest[observation.location] = observation }
        var decision = IdentityDecision(
            catalogue,
            disk,
            missing: missing,
            renames: disk.renames
        )
        for observation in batch where latest[observation.location] === observation {
            if let record = AssetRecord(observation, at: clock.date) {
                try decision.found(
                    FoundFile(
                        record: record,
                        hasStableInode: observation.hasStableInode,
                        isLinked: (observation.stat?.links ?? 1) > 1
                    )
                )
            } else {
                try decision.absent(observation.location)
            }
        }
        batch = []
        var application = PlanApplication(
            try decision.decide(),
            to: catalogue,
            disk,
            missing,
            readable,
            clock
        )
        for file in try application.apply() { disk.changed(FileLocation(file).path) }
        if disk.events.isEmpty { disk.renames.settle(isMissing: !missing.hasNoFiles) }
    }

    /// Looks at all that had an event and decides about it together.
    func seeAll() throws {
        try disk.events.forEach(look)
        try decide()
    }

    /// Looks at all that had an event; if a known place is among them, hears of everything that happened before it
    /// looks at the rest and decides.
    func seeAllConfirmed() throws {
        try disk.events.forEach(look)
        let isConfirmed = batch.allSatisfy {
            $0.stat == nil || catalogue.asset(at: $0.location.path) == nil
        }
        if !isConfirmed { disk.tell(disk.untoldCount) }
        try seeAll()
    }

    /// Time passes until what is missing is removed.
    func expire() throws {
        clock.milliseconds += 10_000
        for asset in missing.due(clock.milliseconds) ?? [] {
            missing.found(asset)
            guard let record = catalogue.asset(asset) else { continue }
            // The guard of removals looks whether a file is there, whichever that is.
            guard disk.files[FileLocation(record.file).path] == nil else { continue }
            catalogue.remove(asset)
            for other in try catalogue.otherNames(of: record.file.identity, except: asset) {
                disk.changed(FileLocation(other).path)
            }
        }
    }

    /// Looks, decides and waits until nothing more comes of it.
    func settle() throws {
        while true {
            while !disk.events.isEmpty { try seeAll() }
            try decide()
            guard disk.events.isEmpty else { continue }
            try expire()
            if disk.events.isEmpty { break }
        }
        catalogue.forgetFormerFiles()
    }
}
