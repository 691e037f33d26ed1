/// The result of one check, and what to do about it.
package struct Finding: Sendable {
    /// How a thing is.
    package enum State: String, Sendable {
        /// As it should be.
        case ok
        /// Good to know.
        case note
        /// In the way of what the program is for.
        case problem
    }

    package let subject: String
    package let state: State
    /// What was found, for a person.
    package let detail: String
    /// The line to type.
    package let cure: String?

    init(_ subject: String, _ state: State, _ detail: String, cure: String? = nil) {
        (self.subject, self.state, self.detail, self.cure) = (subject, state, detail, cure)
    }
}
