/// Ends the program with a message on standard error if a condition of correct use does not hold.
///
/// A precondition would end a release build without a message.
func ensure(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { fatalError(message()) }
}
