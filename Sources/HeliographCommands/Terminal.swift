internal import ChangeFeed
internal import Foundation
internal import Indexing
internal import PhotoModel
internal import Synchronization

/// Output for people at a terminal, in place of JSON Lines.
enum Terminal {
    static var isOutput: Bool { isatty(Streams.current.output) == 1 }
    static var isError: Bool { isatty(Streams.current.error) == 1 }

    static var width: Int {
        var size = winsize()
        guard unsafe ioctl(Streams.current.error, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0
        else {
            return 80
        }
        return Int(size.ws_col)
    }

    static func decimal(_ value: Double, _ digits: Int) -> String {
        String(format: "%.\(digits)f", value)
    }

    /// Formats a number of bytes with a decimal unit.
    static func bytes(_ count: Int64) -> String {
        let units = ["B", "kB", "MB", "GB", "TB"]
        var value = Double(count)
        var unit = 0
        while value >= 1_000, unit < units.count - 1 {
            value /= 1_000
            unit += 1
        }
        return unit == 0 ? "\(count) B" : "\(decimal(value, 1)) \(units[unit])"
    }

    /// Prints a label and a text on one line.
    static func row(_ label: String, _ width: Int, _ text: String) {
        let label = label.padding(toLength: width, withPad: " ", startingAt: 0)
        print("\(label)\(PrintableText.line(text))")
    }

    static func writeToError(_ text: String) {
        let error = FileHandle(fileDescriptor: Streams.current.error, closeOnDealloc: false)
        try? error.write(contentsOf: Data(text.utf8))
    }

    /// Writes printable text to standard error, because even a file may be shown on a terminal later.
    static func say(_ text: String) {
        // If nobody reads it, only the message is lost.
        writeToError(PrintableText.lines("\(text)\n"))
    }
}

/// Shadows the standard library's `print`, so that all output to a terminal is made printable; other programs get the
/// text unchanged.
func print(_ text: String, terminator: String = "\n") {
    let text = text + terminator
    let shown = Terminal.isOutput ? PrintableText.lines(text) : text
    _ = FeedOutput(descriptor: Streams.current.output).write(Array(shown.utf8))
}

/// Prints each text on a line, all in one write.
func printLines(_ lines: [String]) {
    if !lines.isEmpty { print(lines.joined(separator: "\n")) }
}

/// A table whose columns are as wide as necessary; the last one is not padded.
struct Table {
    private var rows: [[String]]

    init(_ header: [String]) {
        rows = [header]
    }

    mutating func add(_ row: [String]) {
        rows.append(row.map(PrintableText.line))
    }

    func show() {
        let columns = rows.first?.count ?? 0
        let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            row.indices.map { column in
                column == columns - 1
                    ? row[column]
                    : row[column].padding(toLength: widths[column], withPad: " ", startingAt: 0)
            }.joined(separator: "  ")
        }
        printLines(lines)
    }
}

/// A progress line that is overwritten while indexing, on terminals only.
final class ProgressBar: Sendable {
    private let last = Mutex<Double>(0)

    func show(_ progress: IndexingProgress) {
        show("\(progress.seen) files seen, \(progress.indexed) read, \(progress.backlog) waiting")
    }

    func show(_ text: String) {
        guard Terminal.isError else { return }
        let now = Date().timeIntervalSince1970
        let isDue = last.withLock { last in
            guard now - last > 0.1 else { return false }
            last = now
            return true
        }
        guard isDue else { return }
        let line = "\r\u{1B}[K\(text.prefix(Terminal.width - 1))"
        Terminal.writeToError(line)
    }

    func clear() {
        guard Terminal.isError else { return }
        Terminal.writeToError("\r\u{1B}[K")
    }
}
