/// Starts the helper programs.
///
/// ``InstalledHelpers`` starts processes; a simulation has parts of its own take their place.
package protocol HelperPrograms: AnyObject {
    /// Starts a program with a descriptor as its standard input, and perhaps another as its standard output.
    ///
    /// - Throws: ``ExtractionError`` when it cannot be found or started.
    func start(
        _ name: String,
        arguments: [String],
        input: Int32,
        output: Int32?
    ) throws(ExtractionError) -> any Helper
}

/// A helper program that was started.
package protocol Helper {
    func kill()
    /// Waits for its end, so many milliseconds at the most, or without limit when that is nil.
    ///
    /// - Returns: How it ended; nil when it is still there.
    func reap(within milliseconds: Int32?) -> HelperEnding?
    /// Leaves the waiting for its end to the system, or to a thread of its own: nobody asks for it any more.
    func abandon()
}

/// How a helper program ended.
package struct HelperEnding: Sendable {
    /// The signal that ended it; nil when it ended by itself.
    package var signal: Int32?

    package init(signal: Int32?) {
        self.signal = signal
    }
}

/// The helper programs as they are installed.
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
