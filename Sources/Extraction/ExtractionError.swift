/// An error of starting the helper programs that read files.
package struct ExtractionError: Error, Sendable, CustomStringConvertible {
    /// What happened, and how to resolve it.
    package let message: String

    package init(_ message: String) {
        self.message = message
    }

    package var description: String { message }
}
