internal import GRDB
internal import Glibc

/// The index of the write-ahead log, in the memory that the catalogue's processes share.
enum LogIndex {
    /// The longest wait for the index, in microseconds, as for a locked catalogue.
    private static let patience: UInt32 = 10_000_000

    /// Returns whether this process can only read the index, because its user may not write the catalogue.
    static func isMadeByOthers(_ path: String) -> Bool { unsafe access(path, W_OK) != 0 }

    /// Reads, once there is an index.
    ///
    /// The first program that opens a catalogue makes the index, as after one was replaced. Readers who may not write
    /// can only wait for that.
    static func awaiting<Result>(_ read: () throws -> Result) throws -> Result {
        var (waited, pause): (UInt32, UInt32) = (0, 1_000)
        while true {
            do {
                return try read()
            } catch let error as DatabaseError
                where error.extendedResultCode == .SQLITE_READONLY_RECOVERY && waited < patience
            {
                usleep(pause)
                waited += pause
                pause = min(pause * 2, 100_000)
            }
        }
    }
}
