import Glibc
import TerminalGraphics

// Asks its terminal what it can show and says it, for tests that play the terminal.

// Whoever started the test may have these ignored, and its threads may have them blocked.
var none = sigset_t()
sigemptyset(&none)
sigprocmask(SIG_SETMASK, &none, nil)
for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { signal(number, SIG_DFL) }
let kind = getenv("TERM").map { String(cString: $0) }
if let terminal = Terminal.ask(kind: kind, patience: 1_200_000) {
    print(
        terminal.graphics,
        terminal.columns,
        terminal.rows,
        terminal.cellWidth,
        terminal.cellHeight
    )
} else {
    print("none")
}
