/// The result of one check, and what to do about it.
package struct Finding: Sendable {
    /// The severity of a finding.
    package enum State: String, Sendable {
        /// Everything is in order.
        case ok
        /// A note without consequences.
        case note
        /// A problem that affects the program's purpose.
        case problem
    }

    package let subject: String
    package let state: State
    /// The description of the finding for the user.
    package let detail: String
    /// The command to type.
    package let cure: String?

    init(_ subject: String, _ state: State, _ detail: String, cure: String? = nil) {
        (self.subject, self.state, self.detail, self.cure) = (subject, state, detail, cure)
    }
}
