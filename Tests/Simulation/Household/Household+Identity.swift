extension Household {
    /// Who the pictures are whose identity the rules leave no doubt about, by path below the folder.
    func known() -> [(file: HouseholdFile, asset: Int64)] {
        // Those that were moved out are gone, and their places may have gone on with what came there.
        let present = files + (card?.files ?? [])
        let sure = present.certain()
        return present.compactMap { file in
            // When one of two alike goes, the other may go on as it.
            let isSure =
                sure.contains(file.number) || file.hasStayed && !file.isLinked && !file.hasTwin
            guard isSure, let asset = file.asset,
                file.original.map({ kernel.nanoseconds < $0.until }) ?? true
            else { return nil }
            return (file, asset)
        }
    }

    /// Those of ``known()`` that were never out of the folder: whatever was told of them so far, none is gone.
    func present() -> [(file: HouseholdFile, asset: Int64)] {
        known().filter { isHere($0.file) && !$0.file.hasBeenAway }
    }

    /// Takes what the catalogue says now for who each picture is; what is known of identities starts anew.
    ///
    /// - Parameter asset: The number of a picture's asset.
    func beginRound(_ asset: (HouseholdFile) -> Int64?) {
        departed = [:]
        let gone = away.flatMap(\.files)
        let present = files + (card?.files ?? [])
        let sure = (gone + present).certain()
        for file in gone where !sure.contains(file.number) || file.isReplaced {
            // What it was when it went away is known only if it was beyond doubt.
            file.asset = nil
        }
        for file in present {
            file.asset = asset(file)
            (file.isOnlyMoved, file.hasBeenAway, file.original) = (true, false, nil)
            // Where numbers do not stay with files, one whose directory moves is told by content alone.
            file.hasStayed = root.disk.hasStableInodes && file.entry?.inode.disk === root.disk
        }
        for file in gone + present {
            (file.took, file.isReplaced, file.isPinned) = ([], false, false)
        }
    }

    /// One of two directories is seen in place of the other: of the pictures in both, nobody can tell who is who.
    ///
    /// Where they lie on one disk, what is covered counts as gone meanwhile.
    func doubt(_ one: SimulatedInode, _ other: SimulatedInode) {
        for file in files(below: one) + files(below: other) {
            (file.isOnlyMoved, file.hasBeenAway) = (false, true)
        }
    }
}
