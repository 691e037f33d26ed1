internal import Glibc
internal import Kernel

/// An error of starting the helper programs that read files.
package struct ExtractionError: Error, Sendable, CustomStringConvertible {
    /// What happened, and how to resolve it.
    package let message: String
    /// Whether descriptors, memory or processes were short, so that another attempt may succeed.
    package let isShortage: Bool

    package init(_ message: String, isShortage: Bool = false) {
        (self.message, self.isShortage) = (message, isShortage)
    }

    /// - Parameters:
    ///   - failure: What could not be done.
    ///   - code: The error number of the call.
    package init(_ failure: String, code: Int32) {
        self.init(
            "\(failure): \(unsafe String(cString: strerror(code)))",
            isShortage: SystemError(code: code).isShortage
        )
    }

    package var description: String { message }
}
