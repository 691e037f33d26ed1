/// Starts the helper programs.
///
/// ``InstalledHelpers`` starts processes; a simulation substitutes its own objects.
package protocol HelperPrograms: AnyObject {
    /// Starts a program with a descriptor as its standard input, and optionally another as its standard output.
    ///
    /// - Throws: ``ExtractionError`` if it cannot be found or started.
    func start(
        _ name: String,
        arguments: [String],
        input: Int32,
        output: Int32?
    ) throws(ExtractionError) -> any Helper
}

/// A running helper program.
package protocol Helper {
    func kill()
    /// Waits until it terminates, for at most that many milliseconds, or without limit if nil.
    ///
    /// - Returns: How it ended; nil if it is still running.
    func reap(within milliseconds: Int32?) -> HelperEnding?
    /// Leaves waiting for its end to the system or to a separate thread; its ending is not queried again.
    func abandon()
}

/// The way a helper program ended.
package struct HelperEnding: Sendable {
    /// The signal that terminated it; nil if it exited by itself.
    package var signal: Int32?

    package init(signal: Int32?) {
        self.signal = signal
    }
}

/// The installed helper programs.
package final class InstalledHelpers: HelperPrograms, Sendable {
    package static let shared = InstalledHelpers()

    private init() {}

    package func start(
        _ name: String,
        arguments: [String],
        input: Int32,
        output: Int32?
    ) throws(ExtractionError) -> any Helper {
        try HelperProcess(name, arguments: arguments, input: input, output: output)
    }
}
