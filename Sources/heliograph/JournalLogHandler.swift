internal import Foundation
internal import Logging

/// Writes lines as systemd's journal takes them: the level as a number before the message, and no time, which the journal
/// has itself; see sd-daemon(3).
struct JournalLogHandler: LogHandler {
    var logLevel: Logger.Level = .notice
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Whether standard error is the journal's: `JOURNAL_STREAM` names its device and inode.
    static var isWanted: Bool {
        var status = stat()
        guard let stream = ProcessInfo.processInfo.environment["JOURNAL_STREAM"],
            fstat(STDERR_FILENO, &status) == 0
        else { return false }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }

    func log(event: LogEvent) {
        let values = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
            .map { " \($0.key)=\($0.value)" }.joined()
        // Each line of a message would be an entry of its own.
        let text = "\(event.message)\(values)".split(whereSeparator: \.isNewline).joined(
            separator: " "
        )
        FileHandle.standardError.write(Data("<\(Self.priority(event.level))>\(text)\n".utf8))
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
