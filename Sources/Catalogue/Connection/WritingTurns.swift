internal import Glibc

/// Keeps a program that writes transaction after transaction from starving the others.
///
/// An editor holds a shared lock on a file beside the catalogue until its transaction has begun; the indexer, before
/// each of its own, yields while any editor does. SQLite alone would favour the program that retries at the right
/// moment, which is always the indexer.
final class WritingTurns {
    private let descriptor: Int32
    private let role: CatalogueWriter.Role

    /// The end of the file's name, after that of the catalogue.
    static let ending = "-turns"

    /// The longest time that the indexer yields, in microseconds: a steady stream of editors must not stop it.
    private static let patience: UInt32 = 200_000

    init(catalogue path: String, _ role: CatalogueWriter.Role) {
        self.role = role
        // A program that may not open it works without it, which is less fair but does no harm.
        descriptor = LockFile.open(path + Self.ending)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Waits while another file takes the catalogue's place; call it before an editor opens the catalogue.
    ///
    /// The first transaction ends the turn.
    func waitToOpen() {
        if descriptor >= 0, role == .editor { flock(descriptor, LOCK_SH) }
    }

    /// Waits for a turn; call it before a transaction begins.
    func wait() {
        guard descriptor >= 0 else { return }
        switch role {
        case .editor: flock(descriptor, LOCK_SH)
        case .indexer:
            var waited: UInt32 = 0
            while flock(descriptor, LOCK_EX | LOCK_NB) != 0, waited < Self.patience {
                usleep(1_000)
                waited += 1_000
            }
            flock(descriptor, LOCK_UN)
        }
    }

    /// Ends the waiting for a turn; call it when the transaction has begun, or could not.
    func taken() {
        if descriptor >= 0, role == .editor { flock(descriptor, LOCK_UN) }
    }
}
