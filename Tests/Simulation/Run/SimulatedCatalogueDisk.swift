internal import CSimulatedDisk
internal import Catalogue

/// The disk that catalogues lie on: it is in memory, and loses what is not synced when the power is cut.
enum SimulatedCatalogueDisk {
    /// Whether SQLite opens files on it.
    static let isRegistered: Bool = {
        CatalogueFile.leaveMemoryUncounted()
        return heliograph_simulated_disk_register() == 0
    }()

    /// Sets what the disk does from here on.
    ///
    /// - Parameters:
    ///   - mayLosePower: Whether it keeps an account of what is not synced, for ``cutPower(seed:kept:_:)``.
    ///   - ignoresSyncs: The disk says that it has written what it has not.
    static func begin(mayLosePower: Bool, ignoresSyncs: Bool) {
        heliograph_simulated_disk_begin(mayLosePower ? 1 : 0, ignoresSyncs ? 1 : 0)
    }

    /// Removes a catalogue that nobody has open.
    static func remove(_ path: String) { unsafe heliograph_simulated_disk_remove(path) }

    /// Copies a catalogue that nobody has open.
    ///
    /// - Returns: False when there is none.
    static func copy(_ path: String, to other: String) -> Bool {
        unsafe heliograph_simulated_disk_copy(path, other) == 0
    }

    /// Cuts the power while `body` closes what is open.
    ///
    /// - Parameters:
    ///   - seed: What of the unsynced writes is on disk all the same follows from it.
    ///   - kept: How many of 256 are.
    ///   - body: Closes all catalogues.
    static func cutPower(seed: UInt64, kept: UInt32, _ body: () -> Void) {
        heliograph_simulated_disk_cut()
        body()
        heliograph_simulated_disk_restore(seed, kept)
    }
}
