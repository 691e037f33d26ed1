internal import Foundation
internal import Indexing
internal import PhotoModel
internal import Synchronization

/// What a person at a terminal sees in place of JSON Lines.
enum Terminal {
    static let isOutput = isatty(STDOUT_FILENO) == 1
    static let isError = isatty(STDERR_FILENO) == 1

    static var width: Int {
        var size = winsize()
        guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return 80
        }
        return Int(size.ws_col)
    }

    static func decimal(_ value: Double, _ digits: Int) -> String {
        String(format: "%.\(digits)f", value)
    }

    /// Bytes as people say them.
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

    /// A label, and what is to be said of it, in one line.
    static func row(_ label: String, _ width: Int, _ text: String) {
        let label = label.padding(toLength: width, withPad: " ", startingAt: 0)
        print("\(label)\(PrintableText.line(text))")
    }

    /// Writes to standard error, which may be a terminal's or kept and shown on one later.
    static func say(_ text: String) {
        // Where nobody listens, nothing is lost but the words.
        try? FileHandle.standardError.write(contentsOf: Data(PrintableText.lines("\(text)\n").utf8))
    }
}

/// Prints in place of the function of Swift's library, so that nothing comes to a terminal but through here; other
/// programs get the very text.
func print(_ text: String, terminator: String = "\n") {
    let text = text + terminator
    Swift.print(Terminal.isOutput ? PrintableText.lines(text) : text, terminator: "")
}

/// Rows with columns as wide as they need to be; the last one is left as it is.
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
        for row in rows {
            let cells = row.indices.map { column in
                column == columns - 1
                    ? row[column]
                    : row[column].padding(toLength: widths[column], withPad: " ", startingAt: 0)
            }
            print(cells.joined(separator: "  "))
        }
    }
}

/// A line on a terminal that is written over while indexing goes on; nothing elsewhere.
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
        FileHandle.standardError.write(Data(line.utf8))
    }

    func clear() {
        guard Terminal.isError else { return }
        FileHandle.standardError.write(Data("\r\u{1B}[K".utf8))
    }
}
