internal import Glibc
internal import Kernel

/// An error in starting the helper programs that read files.
package struct ExtractionError: Error, Sendable, CustomStringConvertible {
    /// The failure, and how to resolve it.
    package let message: String
    /// Whether descriptors, memory or processes ran out, so that another attempt may succeed.
    package let isShortage: Bool

    package init(_ message: String, isShortage: Bool = false) {
        (self.message, self.isShortage) = (message, isShortage)
    }

    /// - Parameters:
    ///   - failure: The operation that failed.
    ///   - code: The error number of the call.
    package init(_ failure: String, code: Int32) {
        self.init(
            "\(failure): \(unsafe String(cString: strerror(code)))",
            isShortage: SystemError(code: code).isShortage
        )
    }

    package var description: String { message }
}
