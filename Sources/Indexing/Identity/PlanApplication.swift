internal import Catalogue
internal import Kernel

/// Writes what was decided about files into the catalogue, within the open transaction.
struct PlanApplication<Assets: AssetEdits, Disk: FilePresence> {
    private let plan: IdentityPlan
    private let writer: Assets
    private let disk: Disk
    private let missing: MissingFiles
    private let time: any TimeSource
    private var rechecks: [FileRecord]

    init(
        _ plan: IdentityPlan,
        to writer: Assets,
        _ disk: Disk,
        _ missing: MissingFiles,
        _ time: any TimeSource
    ) {
        (self.plan, self.writer, self.disk, self.missing) = (plan, writer, disk, missing)
        self.time = time
        rechecks = plan.rechecks
    }

    /// Milliseconds until an asset is removed whose file is not found elsewhere.
    private static var patience: Int64 { 1_000 }

    /// Carries the plan out.
    ///
    /// - Returns: Known files that are to be looked at again, for no event will tell of them.
    /// - Throws: What `writer` throws.
    mutating func apply() throws -> [FileRecord] {
        for former in plan.forgotten { try writer.forget(formerFile: former) }
        for arrival in plan.arrivals {
            for mover in arrival.assignment.movers { try writer.vacate(mover) }
        }
        for (before, found) in plan.stayed {
            try change(before, to: found)
        }
        var left: [AssetRecord] = []
        for arrival in plan.arrivals {
            try apply(arrival)
            if case .returned(let before) = arrival.assignment {
                left.append(plan.leftBehind[before.id] ?? before)
            }
        }
        // While a name was on its way another may have been written to, and nobody told of this one.
        for arrival in plan.arrivals where arrival.isLinked {
            rechecks.append(arrival.record.file)
            try recheckLinks(of: arrival.record)
        }
        let deadline = time.milliseconds + Self.patience
        for asset in plan.absent where !plan.moving.contains(asset.id) {
            missing.missing(asset.id, until: deadline)
        }
        for before in left { try reassignOccupant(of: before) }
        return rechecks
    }

    private mutating func apply(_ arrival: Arrival) throws {
        switch arrival.assignment {
        case .new, .undecided: try writer.insert(arrival.takeRecord())
        case .replaces: try replace(arrival)
        case .moved(let before):
            try change(before, to: arrival.record)
            // Another name of a linked file may be taken for one that moved while its directory
            // was on the way.
            if arrival.isLinked, !disk.hasLeft(before.file) { rechecks.append(before.file) }
        case .returned(let before): try change(before, to: arrival.record)
        case .swapped(let places):
            for (asset, record) in places {
                try change(asset, to: record)
                // What was said to be there may have gone in this very batch, and its going was
                // taken for that of the asset that left the place.
                guard record.id != 0, !disk.isPresent(record.file) else { continue }
                missing.postpone(asset.id, until: time.milliseconds + Self.patience)
            }
        case .revived(let tombstone):
            // It may have been read just before it went to the trash.
            let isTrashed = try writer.isTrashed(tombstone.id)
            guard !isTrashed || disk.isPresent(arrival.record.file) else { return }
            // The file may be the one it had before another took its path.
            try forget(arrival.record.file.identity)
            try writer.revive(tombstone, as: arrival.record)
        }
    }

    private mutating func replace(_ arrival: Arrival) throws {
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
    private mutating func change(_ before: AssetRecord, to found: AssetRecord) throws {
        let after = found.carryingOver(before)
        try writer.update(
            from: before,
            to: after,
            contentChanged: after.file.hasOtherContent(than: before.file)
        )
        missing.found(before.id)
        if before.file.identity != after.file.identity { try recheckLinks(of: after) }
    }

    private mutating func recheckLinks(of record: AssetRecord) throws {
        let identity = record.file.identity
        try rechecks += writer.otherNames(of: identity, except: record.file.id, unless: identity)
    }

    /// An asset went back to its own file: finds out whose the file is at the place it left.
    private mutating func reassignOccupant(of asset: AssetRecord) throws {
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
            record.addedDate = time.date
            switch occupant {
            case .none: break
            // Its directory may be on the move; what is there is found when that has arrived.
            case .unseen: rechecks.append(left.file)
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
