internal import Kernel
internal import Catalogue
internal import Extraction
internal import LibraryFiles

/// Writes what was decided about files into the catalogue, within the open transaction.
struct PlanApplication {
    private let context: IndexingContext
    private let plan: IdentityPlan
    private let missing: MissingFiles
    private let rechecks: FileRechecks
    private let disk: DiskPresence

    init(
        _ context: IndexingContext,
        _ plan: IdentityPlan,
        _ missing: MissingFiles,
        _ rechecks: FileRechecks,
        _ disk: DiskPresence
    ) {
        (self.context, self.plan, self.missing) = (context, plan, missing)
        (self.rechecks, self.disk) = (rechecks, disk)
    }

    private var writer: CatalogueWriter { context.writer }

    /// Milliseconds until an asset is removed whose file is not found elsewhere.
    private static let patience: Int64 = 1_000

    func apply() throws {
        for file in plan.rechecks { rechecks.recheck(file) }
        for former in plan.forgotten { try writer.forget(formerFile: former) }
        for arrival in plan.arrivals {
            for mover in arrival.assignment.movers { try writer.vacate(mover) }
        }
        for (before, found) in plan.stayed {
            context.debug("found to be asset \(before.id), in its place", FileLocation(found.file))
            try change(before, to: found)
        }
        var left: [AssetRecord] = []
        for arrival in plan.arrivals {
            context.debug("found to be \(arrival.assignment)", FileLocation(arrival.record.file))
            try apply(arrival)
            if case .returned(let before) = arrival.assignment {
                left.append(plan.leftBehind[before.id] ?? before)
            }
        }
        // While a name was on its way another may have been written to, and nobody told of this one.
        for arrival in plan.arrivals where arrival.isLinked {
            rechecks.recheck(arrival.record.file)
            try recheckLinks(of: arrival.record)
        }
        let deadline = context.now + Self.patience
        for asset in plan.absent where !plan.moving.contains(asset.id) {
            missing.missing(asset.id, until: deadline)
        }
        for before in left { try reassignOccupant(of: before) }
    }

    private func apply(_ arrival: Arrival) throws {
        switch arrival.assignment {
        case .new, .undecided: try writer.insert(arrival.takeRecord())
        case .replaces: try replace(arrival)
        case .moved(let before):
            try change(before, to: arrival.record)
            // Another name of a linked file may be taken for one that moved while its directory
            // was on the way.
            if arrival.isLinked, !disk.hasLeft(before.file) { rechecks.recheck(before.file) }
        case .returned(let before): try change(before, to: arrival.record)
        case .swapped(let places):
            for (asset, record) in places {
                try change(asset, to: record)
                // What was said to be there may have gone in this very batch, and its going was
                // taken for that of the asset that left the place.
                guard record.id != 0, !disk.isPresent(record.file) else { continue }
                missing.postpone(asset.id, until: context.now + Self.patience)
            }
        case .revived(let tombstone):
            // It may have been read just before it went to the trash.
            let isTrashed = try FileTransaction.isTrashed(tombstone.id, writer)
            guard !isTrashed || disk.isPresent(arrival.record.file) else { return }
            // The file may be the one it had before another took its path.
            try forget(arrival.record.file.identity)
            try writer.revive(tombstone, as: arrival.record)
        }
    }

    private func replace(_ arrival: Arrival) throws {
        guard let before = arrival.replaced else { return }
        let identity = arrival.record.file.identity
        if try writer.formerFile(identity)?.asset == before.id {
            // Its own file is back.
            try forget(identity)
        } else {
            try writer.displace(before.id, before.file)
        }
        try change(before, to: arrival.record)
    }

    private func forget(_ identity: FileIdentity) throws {
        if let former = try writer.formerFile(identity) {
            try writer.forget(formerFile: former.row)
        }
    }

    /// Gives an asset the properties and the place of what was found.
    private func change(_ before: AssetRecord, to found: AssetRecord) throws {
        let after = found.carryingOver(before)
        try writer.update(
            from: before,
            to: after,
            contentChanged: after.file.hasOtherContent(than: before.file)
        )
        missing.found(before.id)
        if before.file.identity != after.file.identity { try recheckLinks(of: after) }
    }

    private func recheckLinks(of record: AssetRecord) throws {
        let identity = record.file.identity
        try rechecks.recheckOtherNames(of: identity, except: record.file.id, unless: identity)
    }

    /// An asset went back to its own file: finds out whose the file is at the place it left.
    private func reassignOccupant(of asset: AssetRecord) throws {
        var next: AssetRecord? = asset
        while let left = next {
            next = nil
            var decision = IdentityDecision(writer, disk, missing: missing)
            decision.plan = plan
            // Those are gone, and their numbers may have been given to others.
            decision.plan.forgotten = []
            let occupant = try decision.occupant(ofPlaceOf: left)
            for former in decision.plan.forgotten { try writer.forget(formerFile: former) }
            var record = left
            (record.isFavorite, record.isHidden) = (false, false)
            record.addedDate = context.system.time.date
            switch occupant {
            case .none: break
            // Its directory may be on the move; what is there is found when that has arrived.
            case .unseen: rechecks.recheck(left.file)
            case .moved(let owner, let leavesOccupant):
                try writer.vacate(owner)
                try change(owner, to: record)
                if leavesOccupant { next = owner }
            case .revived(let tombstone): try writer.revive(tombstone, as: record)
            case .new: try writer.insert(record)
            }
        }
    }
}

extension KnownFiles {
    /// The file an asset had before another took its path, by its identity.
    func formerFile(_ identity: FileIdentity) throws -> FormerFile? {
        try formerFiles(inode: identity.inode).first { $0.identity.isSameFile(as: identity) }
    }
}

extension FileRecord {
    /// Whether it is to be taken for a file of other content than before.
    ///
    /// The fingerprint is that of the first 64 KiB; what changed behind that is told by size and time.
    func hasOtherContent(than before: FileRecord) -> Bool {
        let isLarge = identity.size > 64 << 10
        return before.fingerprint != fingerprint || before.identity.size != identity.size
            || (isLarge && before.identity.modified != identity.modified)
    }
}
