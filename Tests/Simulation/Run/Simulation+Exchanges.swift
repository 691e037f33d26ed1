internal import Kernel

/// Disks that come, go and cover each other faster than anybody can look, and directories that are seen at two places.
extension Simulation {
    /// How to take back what was done.
    private typealias Undo = () -> Void

    /// Mounts change in any way, and are in the end as they were: whatever was seen meanwhile, nothing is forgotten.
    func exchangeDisks() throws {
        let isAllKnown = try leaveAlone()
        var done: [Undo] = []
        for _ in 0...dice(8) {
            if done.count < 3, dice(3) > 0, let undo = exchange(isAllKnown) {
                done.append(undo)
            } else {
                done.popLast()?()
            }
            try letTimePass()
        }
        while let undo = done.popLast() {
            undo()
            try letTimePass()
        }
        areUsersAway = false
    }

    /// Nobody is there to change anything any more.
    ///
    /// - Returns: Whether all that is in the folder is known.
    private func leaveAlone() throws -> Bool {
        let isAllKnown = dice(2) == 0
        if isAllKnown { try rest() } else { household.insertCard() }
        areUsersAway = true
        household.finishAll()
        endErrors()
        if isAllKnown { try settle() }
        return isAllKnown
    }

    /// Often less than the time after which a directory is given up that may have moved.
    private func letTimePass() throws {
        for _ in 0..<[0, 0, 1, 5, 40, 200][dice(6)] { try stepOfParts() }
        if dice(5) == 0 { kernel.time += Int64(dice(2_000_000)) }
        switch dice(60) {
        case 0 where mayKillWatcher: killWatcher()
        case 1: try killIndexer()
        default: break
        }
    }

    /// Changes one mount.
    ///
    /// - Returns: How to undo it; nil if what came up cannot be done.
    private func exchange(_ isAllKnown: Bool) -> Undo? {
        switch dice(4) {
        case 0: takeOut()
        // Of what is not known yet, another disk is taken for the first that is there.
        case 1: isAllKnown ? putOver() : nil
        default: bind()
        }
    }

    /// The place and the disk of what can be taken out, if photos on it are known.
    private var removable: (place: SimulatedInode, disk: SimulatedDisk)? {
        let places = [
            household.card.map { ($0.place, $0.disk) },
            mountPlace.map { ($0, household.root.disk) },
        ]
        // Where nothing is known, a directory whose own place is hidden is taken for what belongs there.
        guard bound.isEmpty || !isAllInPlace else { return nil }
        return pick(places.compactMap { $0 }.filter { holdsPhotos($0.1.root) })
    }

    /// Whether each disk is where it was, and seen there.
    private var isAllInPlace: Bool {
        let disks = [household.card?.disk, mountPlace.map { _ in household.root.disk }]
        let places = [household.card?.place, mountPlace]
        return zip(disks, places).allSatisfy { disk, place in
            place.map { kernel.visible($0) === disk?.root } ?? true
        }
    }

    /// Whether it is noticed when something else takes the place of a directory.
    ///
    /// Sidecar files alone are no photos: what is mounted over them is taken for new.
    private func holdsPhotos(_ directory: SimulatedInode) -> Bool {
        household.files(below: directory).contains { file in
            guard file.asset != nil, let name = file.entry?.name.description.lowercased() else {
                return false
            }
            return [".jpg", ".dng", ".mov"].contains { name.hasSuffix($0) }
        }
    }

    private func takeOut() -> Undo? {
        guard let (place, disk) = removable, place.mounted === disk.root else { return nil }
        unmount(disk, from: place)
        return { [self] in mount(disk, over: place) }
    }

    private func mount(_ disk: SimulatedDisk, over place: SimulatedInode) {
        diary?.note("the disk \(disk.identity) is mounted")
        kernel.mount(disk, over: place)
    }

    private func unmount(_ disk: SimulatedDisk, from place: SimulatedInode) {
        diary?.note("the disk \(disk.identity) is unmounted")
        kernel.unmount(disk, from: place)
    }

    /// Another disk takes the place of one, or covers it.
    private func putOver() -> Undo? {
        guard let (place, _) = removable else { return nil }
        let disk = SimulatedDisk(habits.disk, identity: 200 + UInt64(dice(3)))
        let folder =
            place === mountPlace
            ? kernel.makeDirectory(FileName("library"), in: disk.root) : disk.root
        for _ in 0..<dice(4) {
            let entry = kernel.create(household.newName(), in: folder)
            kernel.write(household.newContent(), to: entry.inode)
            kernel.close(entry)
        }
        mount(disk, over: place)
        return { [self] in unmount(disk, from: place) }
    }

    /// A directory is shown in place of another one as well.
    private func bind() -> Undo? {
        let below = household.directories.filter { $0 !== household.root && $0.entry != nil }
        guard let over = pick(below), let source = pick(below),
            !over.contains(source), !source.contains(over),
            !below.contains(where: { $0.mounted != nil && source.contains($0) }),
            !bound.contains(where: { $0.contains(over) }), over.mounted == nil,
            source.disk === over.disk || holdsPhotos(over) || isAllInPlace
        else { return nil }
        bound.append(source)
        household.doubt(over, source)
        diary?.note("\(household.path(source.entry)) is bound over \(household.path(over.entry))")
        kernel.bind(source, over: over)
        return { [self] in
            diary?.note("\(household.path(over.entry)) is seen again")
            kernel.unbind(source, from: over)
            bound.removeLast()
        }
    }
}
