extension ListChange {
    /// Returns the same change for the reversed lists.
    func mirrored(before: Int, after: Int) -> ListChange {
        var change = ListChange()
        change.removed = removed.reversed().map { before - 1 - $0 }
        change.inserted = inserted.reversed().map { after - 1 - $0 }
        change.changed = changed.reversed().map { after - 1 - $0 }
        change.moves = moves.reversed().map {
            Move(from: after - 1 - $0.from, to: after - 1 - $0.to)
        }
        return change
    }
}
