internal import Catalogue
internal import Kernel

/// Writes the decisions of an ``IdentityPlan`` to the catalogue, within the open transaction.
struct PlanApplication<Assets: AssetEdits, Disk: FilePresence> {
    private let plan: IdentityPlan
    private let writer: Assets
    private let disk: Disk
    private let missing: MissingFiles
    private let readable: LastReadable
    private let time: any TimeSource
    private var rechecks: [FileRecord]

    init(
        _ plan: IdentityPlan,
        to writer: Assets,
        _ disk: Disk,
        _ missing: MissingFiles,
        _ readable: LastReadable,
        _ time: any TimeSource
    ) {
        (self.plan, self.writer, self.disk, self.missing) = (plan, writer, disk, missing)
        (self.readable, self.time) = (readable, time)
        rechecks = plan.rechecks
    }

    /// The assets that continue as copies, while their places have other photos.
    private var followed: Set<Int64> = []

    /// The time after which an asset whose file is not found elsewhere is removed, in milliseconds.
    private static var patience: Int64 { 1_000 }

    /// Applies the plan.
    ///
    /// - Returns: Known files to check again, because no event will report them.
    /// - Throws: Errors of `writer`.
    mutating func apply() throws -> [FileRecord] {
        for former in plan.forgotten { try writer.forget(formerFile: former) }
        followCopies()
        for arrival in plan.arrivals {
            for mover in arrival.assignment.movers { try writer.vacate(mover) }
        }
        for (before, found) in plan.stayed {
            if readable.isAnotherPhoto(found, than: before) {
                try exchange(before, for: found)
            } else {
                try change(before, to: found)
            }
        }
        var left: [AssetRecord] = []
        for arrival in plan.arrivals {
            try apply(arrival)
            if case .returned(let before) = arrival.assignment {
                left.append(plan.leftBehind[before.id] ?? before)
            }
        }
        // While one name was in flight, another may have been written to without an event for this one.
        for arrival in plan.arrivals where arrival.isLinked {
            rechecks.append(arrival.record.file)
            try recheckLinks(of: arrival.record)
        }
        let deadline = time.milliseconds + Self.patience
        for asset in plan.absent where !plan.moving.contains(asset.id) {
            missing.insert(asset.id, until: deadline)
        }
        for before in left { try reassignOccupant(of: before) }
        return rechecks
    }

    private mutating func apply(_ arrival: Arrival) throws {
        switch arrival.assignment {
        case .outdated: rechecks.append(arrival.record.file)
        case .new, .undecided:
            let record = arrival.takeRecord()
            try writer.insert(record)
            if arrival.isLinked { try recheckOutdated(record) }
        case .replaces:
            guard let before = arrival.replaced else { return }
            if readable.isAnotherPhoto(arrival.record, than: before) {
                try exchange(before, for: arrival.record)
            } else {
                try replace(before, with: arrival)
            }
        case .moved(let before):
            try change(before, to: arrival.record)
            // Another hard link, or a copy, may be taken for a moved file while its directory is being moved.
            let isOther = !before.file.identity.isSameFile(as: arrival.record.file.identity)
            if arrival.isLinked || isOther, !disk.hasLeft(before.file) {
                rechecks.append(before.file)
            }
        case .renamed(let before): try replace(before, with: arrival)
        case .returned(let before): try change(before, to: arrival.record)
        case .swapped(let places):
            for (asset, record) in places {
                try change(asset, to: record)
                // The file reported there may have vanished within this very batch, and its removal was attributed to
                // the asset that left the place.
                guard record.id != 0, !disk.isPresent(record.file) else { continue }
                missing.postpone(asset.id, until: time.milliseconds + Self.patience)
            }
        case .revived(let tombstone):
            // The file may have been read just before it went to the trash.
            let isTrashed = try writer.isTrashed(tombstone.id)
            guard !isTrashed || disk.isPresent(arrival.record.file) else { return }
            // The file may be the one the asset had before another file took its path.
            try forget(arrival.record.file.identity)
            try writer.revive(tombstone, as: arrival.record)
        }
    }

    /// Lets assets whose places have other photos continue as the copies that were found together with these.
    private mutating func followCopies() {
        let replaced = plan.arrivals.compactMap { arrival -> (AssetRecord, AssetRecord)? in
            guard case .replaces = arrival.assignment else { return nil }
            return arrival.replaced.map { ($0, arrival.record) }
        }
        for (before, found) in plan.stayed.map({ ($0, $1) }) + replaced
        where readable.isAnotherPhoto(found, than: before) {
            let file = readable.last(before).file
            let copy = plan.arrivals.first { arrival in
                guard case .new = arrival.assignment, !arrival.isLinked else { return false }
                return file.identity.size > 0 && arrival.record.file.hasTime(of: file)
                    && !arrival.record.file.hasOtherContent(than: file)
            }
            guard let copy else { continue }
            copy.assignment = .moved(before)
            followed.insert(before.id)
        }
    }

    /// Removes an asset whose place has another photo, which becomes an asset of its own, unless the asset continues as
    /// a copy.
    private func exchange(_ before: AssetRecord, for found: AssetRecord) throws {
        guard !followed.contains(before.id) else { return try writer.insert(found) }
        let lost = readable.leaving(before)
        let copies = try CopyEvidence(known: writer, now: time.date).copies(of: lost)
        if let copy = copies.first(where: { disk.isPresent($0.file) }) {
            try writer.pass(before, to: copy)
        } else {
            try writer.remove(lost)
        }
        missing.found(before.id)
        try writer.insert(found)
    }

    /// Continues an asset with the file of an arrival, and records the file that the asset had before.
    private mutating func replace(_ before: AssetRecord, with arrival: Arrival) throws {
        try notePredecessor(of: arrival, before)
        try change(before, to: arrival.record)
    }

    /// Records the file that an asset had before the file of an arrival took its path, unless the two are the same.
    private func notePredecessor(of arrival: Arrival, _ before: AssetRecord) throws {
        let identity = arrival.record.file.identity
        guard !before.file.identity.isSameFile(as: identity) else { return }
        if try writer.formerFile(identity)?.asset == before.id {
            // Its own file is back.
            try forget(identity)
        } else if try arrival.isLinked || !onlyPassed(before) {
            try writer.displace(before.id, before.file)
        }
    }

    /// Returns whether the file of an asset belongs to another one, took the path of the asset's own file and is
    /// leaving again.
    ///
    /// Of several assets with one file, those that have a former file of their own only took it over.
    private func onlyPassed(_ asset: AssetRecord) throws -> Bool {
        guard try writer.isDisplaced(asset.id) else { return false }
        let identity = asset.file.identity
        if let former = try writer.formerFile(identity) { return former.asset != asset.id }
        return try writer.otherNames(of: identity, except: asset.file.id).contains {
            try $0.identity.isSameFile(as: identity) && !writer.isDisplaced($0.id)
        }
    }

    private func forget(_ identity: FileIdentity) throws {
        if let former = try writer.formerFile(identity) {
            try writer.forget(formerFile: former.row)
        }
    }

    /// Updates an asset with the properties and the place of a file that was found.
    private mutating func change(_ before: AssetRecord, to found: AssetRecord) throws {
        readable.changed(from: before, to: found)
        let after = found.carryingOver(before)
        try writer.update(
            from: before,
            to: after,
            contentChanged: after.file.hasOtherContent(than: before.file)
        )
        missing.found(before.id)
        if before.file.identity != after.file.identity {
            try recheckLinks(of: after)
        } else if FileLocation(before.file) != FileLocation(after.file) {
            try recheckOutdated(after)
        }
    }

    private mutating func recheckLinks(of record: AssetRecord) throws {
        let identity = record.file.identity
        try rechecks += writer.otherNames(of: identity, except: record.file.id, unless: identity)
    }

    /// Rechecks a file that came to a place, if another name of it is known in another state.
    ///
    /// The file may have been examined before a write through that name, which could not be reported for the name that
    /// the file had then.
    private mutating func recheckOutdated(_ record: AssetRecord) throws {
        let identity = record.file.identity
        let others = try writer.otherNames(of: identity, except: record.file.id, unless: identity)
        if !others.isEmpty { rechecks.append(record.file) }
    }

    /// Decides which asset owns the file at the place an asset left when it returned to its own file.
    private mutating func reassignOccupant(of asset: AssetRecord) throws {
        var next: AssetRecord? = asset
        while let left = next {
            next = nil
            var decision = IdentityDecision(writer, disk, missing: missing)
            decision.plan = plan
            // These files are gone, and their inode numbers may have been reused.
            decision.plan.forgotten = []
            let occupant = try decision.occupant(ofPlaceOf: left)
            for former in decision.plan.forgotten { try writer.forget(formerFile: former) }
            var record = left
            (record.isFavorite, record.isHidden) = (false, false)
            record.addedDate = time.date
            switch occupant {
            case .none: break
            // Its directory may be moving; the file is found once the directory has arrived.
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
