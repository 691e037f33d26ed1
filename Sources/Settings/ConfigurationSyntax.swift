/// A syntax error in a configuration, explained to a user who does not know TOML.
///
/// The parser reports where it had to stop, which is not always where the mistake is: it only notices an unclosed list
/// in the next line.
struct ConfigurationSyntax {
    /// The line to change, from 1.
    let line: Int
    /// The problem, and what the line should look like.
    let message: String

    /// A valid line for each key.
    static let examples = [
        "roots": #"roots = ["/srv/photos"]"#, "ignore": #"ignore = ["*.part"]"#,
        "rescan": #"rescan = "1h""#, "history": #"history = "30d""#,
        "read-only": "read-only = true",
        "gain-maps-are-hdr": "gain-maps-are-hdr = true",
        "motion-photos-are-live": "motion-photos-are-live = true",
        "time-zone": #"time-zone = "Europe/Rome""#,
        "dates-from-names": "dates-from-names = true", "thumbnails": "thumbnails = [256, 1024]",
        "feed": #"feed = "/run/heliograph/feed""#, "smart-album": "[[smart-album]]",
        "title": #"title = "Wide panoramas""#, "predicate": #"predicate = "pixelWidth > 10000""#,
    ]

    /// - Parameters:
    ///   - text: The configuration.
    ///   - end: The line where the parser stopped, from 1.
    ///   - reason: The parser's error message.
    init(_ text: String, end: Int, reason: String) {
        let lines = TOMLLine.all(text).map { TOMLLine($0) }
        var index = min(max(end, 1), lines.count) - 1
        if reason.contains("array"), let start = Self.openList(lines[...index]) { index = start }
        line = index + 1
        let subject = lines[index].key.map { "'\($0)' is not written right: " } ?? ""
        let example = lines[index].key.flatMap { Self.examples[$0] }
        let isOfTexts = example?.contains("\"") ?? true
        let cause = lines[index].mistake(isOfTexts: isOfTexts) ?? Self.cause(reason)
        message = subject + cause + (example.map { "; it should look like: \($0)" } ?? "")
    }

    /// Returns the start of an unclosed list that the last line is mistaken for a part of; nil if there is no such
    /// list.
    private static func openList(_ lines: ArraySlice<TOMLLine>) -> Int? {
        let above = lines.dropLast()
        guard let last = lines.last, last.key != nil || last.isBlank,
            let start = above.lastIndex(where: { $0.key != nil })
        else { return nil }
        return above[start...].reduce(0) { $0 + $1.openLists } > 0 ? start : nil
    }

    /// Returns the parser's reason, reworded if this program has its own words for it.
    private static func cause(_ reason: String) -> String {
        if reason.contains("escape sequence") {
            return #"a \ in a text is written twice, or the text stands between ' and '"#
        }
        if reason.contains("redefine") { return "it is there twice; make one of the two" }
        if reason.contains("expected comma") {
            return #"between the values of a list are commas: ["…", "…"]"#
        }
        // The kind of value that the parser assumed does not help a user who meant another.
        return reason.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? reason
    }
}
