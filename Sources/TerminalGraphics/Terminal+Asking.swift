internal import CSystemCalls
internal import Glibc

extension Terminal {
    /// The time for the rest of an answer once it has begun, in milliseconds.
    private static let longPatience: Int64 = 1_000
    /// Queries for a picture of one pixel (not drawn), for the size in pixels, and last for the kind of terminal, which
    /// every terminal answers, so that its answer marks the end.
    private static let questions =
        "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[14t\u{1B}[c"

    /// Asks the terminal for its capabilities.
    ///
    /// Meanwhile input from the terminal is not echoed; its modes are also restored if a signal or exit(3) ends the
    /// program. Text that the user has typed ahead is lost.
    ///
    /// - Parameters:
    ///   - input: The descriptor to read the terminal's answers from.
    ///   - output: The descriptor to write commands to.
    ///   - kind: The value of `TERM`. A dumb terminal is not asked.
    ///   - patience: The time to wait for an answer, in milliseconds.
    /// - Returns: The terminal, with characters only if it does not answer; nil if input or output is not a terminal,
    ///   or another program is in the foreground.
    package static func ask(
        input: Int32 = 0,
        output: Int32 = 1,
        kind: String?,
        patience: Int64 = 200
    ) -> Terminal? {
        guard let kind, !kind.isEmpty, kind != "dumb", isatty(input) == 1, isatty(output) == 1
        else { return nil }
        let foreground = tcgetpgrp(input)
        guard foreground < 0 || foreground == getpgrp() else { return nil }
        guard heliograph_terminal_begin(input) == 0 else { return nil }
        defer { heliograph_terminal_end() }
        var replies = TerminalReplies()
        // The Linux console would display the other queries.
        let questions = kind == "linux" ? "\u{1B}[c" : questions
        if write(Array(questions.utf8), output) { listen(to: input, patience, &replies) }
        return terminal(replies, output)
    }

    private static func write(_ bytes: [UInt8], _ output: Int32) -> Bool {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe Glibc.write(output, bytes.baseAddress, bytes.count) == bytes.count
        }
    }

    private static func listen(
        to input: Int32,
        _ patience: Int64,
        _ replies: inout TerminalReplies
    ) {
        var end = milliseconds + patience
        var hasBegun = false
        while !replies.isComplete {
            let rest = end - milliseconds
            guard rest > 0 else { return }
            var polled = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
            let ready = unsafe poll(&polled, 1, Int32(rest))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return }
            var bytes = [UInt8](repeating: 0, count: 512)
            let count = unsafe read(input, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            for byte in bytes[..<count] { replies.take(byte) }
            if !hasBegun { (hasBegun, end) = (true, max(end, milliseconds + longPatience)) }
        }
    }

    private static func terminal(_ replies: TerminalReplies, _ output: Int32) -> Terminal {
        var size = winsize()
        let isKnown = unsafe ioctl(output, UInt(TIOCGWINSZ), &size) == 0
        let columns = isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80
        let rows = isKnown && size.ws_row > 0 ? Int(size.ws_row) : 24
        let graphics: Graphics =
            replies.takesKitty ? .kitty : replies.takesSixel ? .sixel : .characters
        var terminal = Terminal(graphics: graphics, columns: columns, rows: rows)
        let told = (width: Int(size.ws_xpixel), height: Int(size.ws_ypixel))
        let pixels = told.width > 0 && told.height > 0 ? told : replies.pixels
        if let pixels, pixels.width >= columns, pixels.height >= rows {
            terminal.cellWidth = pixels.width / columns
            terminal.cellHeight = pixels.height / rows
        }
        return terminal
    }

    private static var milliseconds: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
