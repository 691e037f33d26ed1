internal import Catalogue
internal import Extraction
internal import FolderWatch
internal import Kernel
internal import LibraryFiles
internal import Logging

extension Indexer {
    /// Writes what was decided into the catalogue.
    func apply(_ decision: GroupDecision) throws {
        var left: [AssetRecord] = []
        for arrival in decision.arrivals {
            for mover in arrival.fate.movers { try writer.vacate(mover) }
        }
        for (before, found) in decision.stayed {
            debug("found to be asset \(before.id), in its place", Place(found.file))
            try change(before, to: found)
        }
        for arrival in decision.arrivals {
            debug("found to be \(arrival.fate.description)", Place(arrival.record.file))
            switch arrival.fate {
            case .new, .undecided: try writer.insert(arrival.takeRecord())
            case .replaces:
                guard let before = arrival.replaced else { continue }
                if try writer.displaced(arrival.record.file.identity, forgets: false) == before.id {
                    // Its own file is back.
                    _ = try writer.displaced(arrival.record.file.identity, forgets: true)
                } else {
                    try writer.displace(before.id, before.file)
                }
                try change(before, to: arrival.record)
            case .moved(let before):
                try change(before, to: arrival.record)
                // Another name of a linked file may be taken for one that moved while its directory
                // was on the way.
                if arrival.isLinked, !hasGone(before.file) { lookAgain(at: before.file) }
            case .returned(let before):
                try change(before, to: arrival.record)
                left.append(decision.leftBehind[before.id] ?? before)
            case .exchanged(let places):
                for (asset, record) in places {
                    try change(asset, to: record)
                    // What was said to be there may have gone in this very group, and its going was
                    // taken for that of the asset that left the place.
                    guard record.id != 0, !isThere(record.file) else { continue }
                    vanished[asset.id] = system.time.milliseconds + 1_000
                }
            case .revived(let tombstone):
                // It may have been read just before it went to the trash.
                let isTrashed = try FileTransaction.isTrashed(tombstone.id, writer)
                guard !isTrashed || isThere(arrival.record.file) else { continue }
                // The file may be the one it had before another took its path.
                _ = try writer.displaced(arrival.record.file.identity, forgets: true)
                try writer.revive(tombstone, as: arrival.record)
            }
        }
        // While this name was on its way another may have been written to, and nobody told this one.
        for arrival in decision.arrivals where arrival.isLinked {
            lookAgain(at: arrival.record.file)
            try lookAtLinks(of: arrival.record)
        }
        let due = system.time.milliseconds + 1_000
        for asset in decision.absent where !decision.moving.contains(asset.id) {
            if vanished[asset.id] == nil { vanished[asset.id] = due }
        }
        for before in left { try settleOccupant(of: before, decision) }
    }

    /// Gives an asset the properties and the place of what was found.
    func change(_ before: AssetRecord, to found: AssetRecord) throws {
        var after = found
        after.keep(before)
        let (old, new) = (before.file, after.file)
        let isLarge = new.identity.size > 64 << 10
        let contentChanged =
            old.fingerprint != new.fingerprint || old.identity.size != new.identity.size
            || (isLarge && old.identity.modified != new.identity.modified)
        try writer.update(from: before, to: after, contentChanged: contentChanged)
        vanished[before.id] = nil
        if old.identity != new.identity { try lookAtLinks(of: after) }
    }

    /// A file written to through one of its names changes under all of them, but only the directory
    /// of that one has an event.
    private func lookAtLinks(of record: AssetRecord) throws {
        try lookAtOtherNames(of: record.file, unless: record.file.identity)
    }

    /// Looks at the other names of a file, except those it is already known under to be this.
    func lookAtOtherNames(of file: FileRecord, unless identity: FileIdentity? = nil) throws {
        for other in try writer.files(inode: file.identity.inode)
        where other.id != file.id && other.identity.volume == file.identity.volume
            && other.identity != identity
        {
            lookAgain(at: other)
        }
    }

    func lookAgain(at file: FileRecord) {
        guard let node = tree[file.directory] else { return }
        let stat = FileStat(
            device: node.stat.device,
            inode: UInt64(bitPattern: file.identity.inode),
            size: 0,
            modified: 0,
            changed: 0,
            born: 0,
            mode: 0
        )
        retrySoon(Place(file.directory, file.name), stat)
    }
}
