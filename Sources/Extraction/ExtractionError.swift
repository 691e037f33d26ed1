/// Why the helper programs that read files cannot be used.
package struct ExtractionError: Error, Sendable, CustomStringConvertible {
    /// What is wrong, and the cure.
    package let message: String

    package init(_ message: String) {
        self.message = message
    }

    package var description: String { message }
}
