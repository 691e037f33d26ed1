internal import CSimulatedDisk

/// The power that the catalogue's disk runs on.
package enum SimulatedPower {
    private static let isRegistered = heliograph_simulated_disk_register() == 0

    /// Has catalogues that are opened from here on lose what is not synced when the power is cut.
    ///
    /// - Parameter ignoresSyncs: The disk says that it has written what it has not.
    /// - Returns: False when SQLite cannot be told so.
    static func begin(ignoresSyncs: Bool) -> Bool {
        heliograph_simulated_disk_ignore_syncs(ignoresSyncs ? 1 : 0)
        heliograph_simulated_disk_forget()
        return isRegistered
    }

    /// Cuts the power while `body` closes what is open.
    ///
    /// - Parameters:
    ///   - seed: What of the unsynced writes is on disk all the same follows from it.
    ///   - kept: How many of 256 are.
    ///   - body: Closes all catalogues.
    static func cut(seed: UInt64, kept: UInt32, _ body: () -> Void) {
        heliograph_simulated_disk_cut()
        body()
        heliograph_simulated_disk_restore(seed, kept)
    }
}
