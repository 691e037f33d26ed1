internal import Foundation
internal import Logging
internal import PhotoModel

/// A log handler that writes each message as one line of printable text.
///
/// systemd's journal gets the level as a number before the message, and no time, because it adds its own
/// (sd-daemon(3)); any other output gets the time, and the level as a word.
struct LineLogHandler: LogHandler {
    var logLevel: Logger.Level = .notice
    var metadata: Logger.Metadata = [:]
    private let isForJournal = Self.isJournal

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Whether standard error is connected to the journal: `JOURNAL_STREAM` names its device and inode.
    private static var isJournal: Bool {
        var status = stat()
        guard let stream = ProcessInfo.processInfo.environment["JOURNAL_STREAM"],
            unsafe fstat(Streams.current.error, &status) == 0
        else { return false }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }

    func log(event: LogEvent) {
        let values = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
            .map { " \($0.key)=\($0.value)" }.joined()
        let text = PrintableText.line("\(event.message)\(values)")
        let start =
            isForJournal
            ? "<\(Self.priority(event.level))>"
            : "\(Date.now.formatted(.iso8601)) \(event.level) heliograph: "
        Terminal.say(start + text)
    }

    private static func priority(_ level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}
