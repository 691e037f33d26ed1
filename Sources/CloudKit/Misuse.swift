/// Ends the program with a message on standard error when it is used otherwise than it can be.
///
/// A precondition would end a release build without a word.
func ensure(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { fatalError(message()) }
}
