internal import Kernel

/// What takes several steps; false when there was nothing to do it to.
extension Household {
    /// Begins with the first of some steps.
    private func begin(_ steps: [HouseholdChore.Step]) -> Bool {
        var chore = HouseholdChore(steps)
        if chore.goOn(self) { chores.append(chore) }
        return true
    }

    private var hasTime: Bool { chores.count < 6 }

    /// Does the next step of something that was begun.
    func goOn() -> Bool {
        guard !chores.isEmpty else { return false }
        let index = dice(chores.count)
        if !chores[index].goOn(self) { chores.remove(at: index) }
        return true
    }

    /// Whatever is being done comes to its end.
    func finishAll() {
        for index in chores.indices { while chores[index].goOn(self) {} }
        chores = []
        finishWritingAll()
    }

    // MARK: Renames

    func swapInParts() -> Bool {
        guard hasTime, let (one, other) = two(), let entry = one.entry, let second = other.entry
        else {
            return false
        }
        let (place, otherPlace) = (HouseholdSpot(entry), HouseholdSpot(second))
        return begin([
            { $0.move(one, to: HouseholdSpot(place.directory, $0.newName())) },
            { $0.move(other, to: place) },
            { $0.move(one, to: otherPlace) },
        ])
    }

    /// Each of some pictures takes the place of the next, the last one first.
    func shift() -> Bool {
        let pictures = (0..<3 + dice(3)).compactMap { _ in pick(files) }
        guard hasTime, let last = pictures.last, let entry = last.entry,
            Set(pictures.map(\.number)).count == pictures.count,
            pictures.allSatisfy({ $0.entry?.inode.disk === entry.inode.disk })
        else { return false }
        var spots = pictures.compactMap { $0.entry.map { HouseholdSpot($0) } }
        spots.append(HouseholdSpot(entry.parent, newName()))
        let moves = zip(pictures, spots.dropFirst()).reversed()
        return begin(
            moves.map { file, spot -> HouseholdChore.Step in { $0.move(file, to: spot) } }
        )
    }

    /// A picture makes room for a new one, and is put away.
    func makeRoom() -> Bool {
        guard hasTime, let file = pick(files), let entry = file.entry,
            let (parent, name) = freePlace()
        else { return false }
        let place = HouseholdSpot(entry)
        var steps: [HouseholdChore.Step] = [
            { $0.move(file, to: HouseholdSpot(place.directory, $0.newName())) },
            { $0.fill(place) },
        ]
        for _ in 0..<(pick([0, 1, 4, 20]) ?? 0) {
            steps.append { $0.move(file, to: HouseholdSpot(place.directory, $0.newName())) }
        }
        return begin(steps + [{ $0.move(file, to: HouseholdSpot(parent, name)) }])
    }

    private func fill(_ spot: HouseholdSpot) -> Bool {
        guard isFree(spot) else { return false }
        return create(spot.name, in: spot.directory)
    }

    /// Whether a picture can be put somewhere.
    private func isFree(_ spot: HouseholdSpot) -> Bool {
        spot.directory.entry(foundBy: spot.name) == nil && isReachable(spot.directory)
    }

    private func isReachable(_ directory: SimulatedInode) -> Bool {
        directories.contains { $0 === directory }
    }

    /// Moves a picture as it was meant to be a while ago, if that can be done still.
    func move(_ file: HouseholdFile, to spot: HouseholdSpot) -> Bool {
        guard isHere(file), let entry = file.entry, isFree(spot),
            spot.directory.disk === entry.inode.disk
        else { return false }
        let before = path(entry)
        leaves(file)
        kernel.rename(entry, to: spot.name, in: spot.directory)
        arrived(file)
        tell?("moves \(before) to \(path(entry))")
        return true
    }

    /// A picture is moved as between two mounts or shares of one disk: copied with its time, and removed later.
    func moveByCopying() -> Bool {
        let movable = files.filter { $0.asset != nil && $0.hasStayed && isMovable($0) }
        guard hasTime, let file = pick(movable), let entry = file.entry,
            let (parent, _) = freePlace(on: entry.inode.disk)
        else { return false }
        let (inode, began) = (entry.inode, kernel.nanoseconds)
        let second = kernel.create(newName(".jpg"), in: parent)
        kernel.write(inode.content, to: second.inode)
        kernel.touch(second, modified: inode.modified)
        kernel.close(second)
        add(second)
        guard let copy = self.file(second) else { return false }
        // Until the original goes, either may be taken for the other that was moved unseen.
        (file.hasTwin, copy.hasTwin, copy.isOnlyMoved) = (true, true, false)
        tell?("copies \(path(entry)) to \(path(second)) with its time")
        return begin([
            { _ in true },
            { household in
                file.hasTwin = false
                defer { file.hasTwin = true }
                guard household.isHere(copy), copy.entry === second, file.entry === entry,
                    household.isMovable(file, to: copy), copy.asset == nil || copy.hasStayed,
                    file.hasStayed, household.kernel.nanoseconds - began < Self.copyTime
                else { return false }
                household.tell?(
                    "removes \(household.path(entry)), which is \(household.path(second)) now"
                )
                household.remove(file, entry)
                (copy.hasTwin, copy.isOnlyMoved, copy.asset) = (false, true, file.asset)
                copy.original = (file, began + Self.copyTime)
                // Its asset may be gone for a while, until the copy is read.
                (copy.hasBeenAway, copy.hasStayed) = (true, false)
                return false
            },
        ])
    }

    /// Nanoseconds in which an original has to go: less than the hour that the indexer waits.
    private static let copyTime: Int64 = 50 * 60 * 1_000_000_000

    /// Whether a picture can be moved by copying, so that nobody can doubt who it is: its disk keeps births and fine
    /// times, and no other picture is equal to it but the copy.
    private func isMovable(_ file: HouseholdFile, to copy: HouseholdFile? = nil) -> Bool {
        guard isHere(file), file.isPlain, !file.isOpen, !file.isPinned, file.took.isEmpty,
            let inode = file.entry?.inode, inode.content.size > 0, inode.disk.hasStableInodes,
            inode.disk.kind.keepsBirth, inode.disk.kind.grain < 1_000_000_000,
            file.entry?.name.bytes.suffix(4).elementsEqual(".jpg".utf8) == true
        else { return false }
        let others = files + away.flatMap(\.files) + (card?.files ?? [])
        return others.allSatisfy { other in
            guard let second = other.entry?.inode, other !== file else { return true }
            return (second.content == inode.content) == (other === copy)
        }
            // Under another ending it is no longer a picture, and no photo goes on as it.
            && copy?.entry.map {
                $0.inode.modified == inode.modified && $0.inode.links == 1
                    && $0.name.bytes.suffix(4).elementsEqual(".jpg".utf8)
            } ?? true
    }

    // MARK: Editors

    /// An editor saves: a hidden file beside, and later a rename over.
    func saveInParts() -> Bool {
        guard hasTime, let file = pick(files), !file.isPinned, !file.isOpen,
            let entry = file.entry
        else { return false }
        let place = HouseholdSpot(entry)
        let beside = kernel.create(newName(".tmp"), in: place.directory)
        tell?("begins to save \(path(entry))")
        return begin([
            { household in
                household.kernel.write(household.newContent(), to: beside.inode)
                household.kernel.close(beside)
                return true
            },
            { $0.finishSaving(beside, at: place) },
        ])
    }

    private func finishSaving(_ beside: SimulatedEntry, at place: HouseholdSpot) -> Bool {
        guard !beside.isUnlinked, beside.parent === place.directory, isReachable(place.directory)
        else { return false }
        let over = place.directory.entry(foundBy: place.name)
        let file = over.flatMap(self.file)
        // Somebody else has made a directory of the name, or is at the file.
        if over != nil, file == nil { return false }
        if let file, file.isPinned || file.isOpen { return false }
        kernel.rename(beside, to: place.name, in: place.directory)
        tell?("saves \(path(beside))")
        guard let file else {
            add(beside)
            return false
        }
        file.entry = beside
        beside.owner = file
        file.isOnlyMoved = false
        return false
    }

    /// An editor saves: the file is kept under the name of a backup until the new one is written.
    func saveWithBackup() -> Bool {
        guard hasTime, let file = pick(files), !file.isPinned, !file.isOpen,
            !file.isLinked, let entry = file.entry
        else { return false }
        let place = HouseholdSpot(entry)
        let backup = HouseholdSpot(place.directory, FileName(place.name.bytes + [0x7E]))
        guard move(file, to: backup) else { return false }
        return begin([
            { $0.fill(place) },
            { household in
                guard household.isHere(file), !file.isPinned, !file.isOpen,
                    file.entry?.name == backup.name, let entry = file.entry
                else { return false }
                household.tell?("removes \(household.path(entry))")
                household.remove(file, entry)
                return true
            },
        ])
    }
}
