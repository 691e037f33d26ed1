internal import Dispatch
internal import Glibc

/// Shows on a terminal how much has been written to standard output, if that is a file.
final class OutputProgress {
    private let bar = ProgressBar()
    private let timer: any DispatchSourceTimer

    /// Starts showing progress; returns nil if standard output is not a file, or standard error is not a terminal.
    init?() {
        guard Terminal.isError, lseek(Streams.current.output, 0, SEEK_CUR) >= 0 else { return nil }
        timer = DispatchSource.makeTimerSource()
        timer.schedule(deadline: .now() + .milliseconds(500), repeating: .milliseconds(200))
        timer.setEventHandler { [bar] in
            bar.show("\(Terminal.bytes(Int64(lseek(Streams.current.output, 0, SEEK_CUR)))) written")
        }
        timer.resume()
    }

    /// Stops and clears the line.
    func end() {
        timer.cancel()
        bar.clear()
    }
}
