/// Ends the program with a message on standard error if a requirement is not met.
///
/// A precondition would end a release build without a message.
func ensure(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { fatalError(message()) }
}
