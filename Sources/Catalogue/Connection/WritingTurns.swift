internal import Glibc

/// Keeps a program that writes transaction after transaction from starving the others.
///
/// An editor holds a shared lock on a file beside the catalogue until its transaction has begun; the indexer,
/// before each of its own, yields while anybody does. SQLite alone would favour whoever retries at the right
/// moment, which is always the indexer.
final class WritingTurns {
    private let descriptor: Int32
    private let role: CatalogueWriter.Role

    /// How long the indexer gives way at most, in microseconds: editors that come all the time must not stop
    /// it.
    private static let patience: UInt32 = 200_000

    init(catalogue path: String, _ role: CatalogueWriter.Role) {
        self.role = role
        // A program that may not open it works without, which is less fair and does no harm.
        descriptor = LockFile.open(path + "-turns")
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// To be called before a transaction begins.
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

    /// To be called when the transaction has begun, or could not.
    func taken() {
        if descriptor >= 0, role == .editor { flock(descriptor, LOCK_UN) }
    }
}
