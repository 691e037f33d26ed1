/// A disk that comes and goes below the folder.
extension Household {
    /// Mounts the disk.
    func insertCard() {
        guard var card, !card.isMounted else { return }
        card.isMounted = true
        directories += card.directories
        let pictures = card.files
        (card.files, card.directories) = ([], [])
        self.card = card
        for file in pictures { insert(file) }
        tell?("puts the card in")
        kernel.mount(card.disk, over: card.place)
    }

    /// Unmounts the disk; nobody can do anything to what is on it.
    ///
    /// - Parameter isKnown: Whether the indexer knows all that is on it.
    func removeCard(isKnown: Bool) {
        guard var card, card.isMounted else { return }
        finishAll()
        (card.isMounted, card.isKnown) = (false, isKnown)
        let (below, pictures) = contents(of: card.disk)
        (card.directories, card.files) = (below, pictures)
        self.card = card
        directories.removeAll { $0.disk === card.disk }
        for file in pictures { forget(file) }
        tell?("takes the card out")
        kernel.unmount(card.disk, from: card.place)
    }

    /// While the disk is away, users of another machine do things to it.
    func actElsewhere(_ body: () -> Void) {
        guard let card, !card.isMounted else { return }
        let here = (files, directories, away, slow, chores)
        (files, directories) = ([], card.directories)
        (away, slow, chores) = ([], [], [])
        for file in card.files { insert(file) }
        body()
        finishAll()
        self.card?.files = files
        self.card?.directories = directories
        files = []
        (directories, away, slow, chores) = (here.1, here.2, here.3, here.4)
        for file in here.0 { insert(file) }
    }

    private func contents(of disk: SimulatedDisk) -> ([SimulatedInode], [HouseholdFile]) {
        (
            directories.filter { $0.disk === disk },
            files.filter { $0.entry?.inode.disk === disk }
        )
    }
}
