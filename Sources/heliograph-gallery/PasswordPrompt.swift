internal import Foundation

/// The prompt for a new password: twice on a terminal, without echo, or else in the first line of the input.
enum PasswordPrompt {
    /// Returns the password, which is empty if there is no input; nil if the two differ.
    static func ask() -> String? {
        guard isatty(STDIN_FILENO) == 1 else { return readLine() ?? "" }
        guard let first = ask("New password: "), let second = ask("Once more: ") else { return nil }
        return first == second ? first : nil
    }

    private static func ask(_ question: String) -> String? {
        FileHandle.standardError.write(Data(question.utf8))
        var before = termios()
        guard unsafe tcgetattr(STDIN_FILENO, &before) == 0 else { return readLine() }
        var silent = before
        silent.c_lflag &= ~tcflag_t(ECHO)
        unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        defer {
            unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
            FileHandle.standardError.write(Data("\n".utf8))
        }
        return readLine()
    }
}
