internal import Glibc

/// Keeps editors from opening a catalogue, and from beginning a transaction, while another file takes its place.
///
/// An editor that opened it in between would make a log for the earlier file, beneath which the new one is put. Create
/// it before a transaction begins: an editor that has its turn waits for those.
final class WritingPause {
    private let descriptor: Int32

    /// The longest time to wait for a pause between editors, in microseconds.
    private static let patience: UInt32 = 30_000_000

    /// - Throws: ``CatalogueError`` if editors leave no pause.
    init(catalogue path: String) throws(CatalogueError) {
        // Whoever may not open it does without, like the editors.
        let opened = LockFile.open(path + WritingTurns.ending)
        guard LockFile.take(opened, LOCK_EX, patience: Self.patience) else {
            close(opened)
            throw CatalogueError(
                .locked,
                "other programs keep writing into the catalogue \(path); try again"
            )
        }
        // Last, for `deinit` would close it once more if an error was thrown after this.
        descriptor = opened
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }
}
