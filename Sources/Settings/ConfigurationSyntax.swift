/// What is wrong with a configuration that cannot be read as TOML, for whoever does not know that language.
///
/// The parser tells where it could not go on, which is not always where the mistake is: a list that is not closed
/// ends in the next line.
struct ConfigurationSyntax {
    /// The line to be changed, from 1.
    let line: Int
    /// What is wrong with it, and what it should look like.
    let message: String

    /// A right line for each key.
    static let examples = [
        "roots": #"roots = ["/srv/photos"]"#, "ignore": #"ignore = ["*.part"]"#,
        "rescan": #"rescan = "1h""#, "history": #"history = "30d""#,
        "read-only": "read-only = true",
        "gain-maps-are-hdr": "gain-maps-are-hdr = true",
        "motion-photos-are-live": "motion-photos-are-live = true",
        "dates-from-names": "dates-from-names = true", "thumbnails": "thumbnails = [256, 1024]",
        "feed": #"feed = "/run/heliograph/feed""#, "smart-album": "[[smart-album]]",
        "title": #"title = "Wide panoramas""#, "predicate": #"predicate = "pixelWidth > 10000""#,
    ]

    /// - Parameters:
    ///   - text: The configuration.
    ///   - end: The line in which the parser could not go on, from 1.
    ///   - reason: What it says of that.
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

    /// Where a list begins that the last of some lines is taken for a part of and is not; nil if there is none.
    private static func openList(_ lines: ArraySlice<TOMLLine>) -> Int? {
        let above = lines.dropLast()
        guard let last = lines.last, last.key != nil || last.isBlank,
            let start = above.lastIndex(where: { $0.key != nil })
        else { return nil }
        return above[start...].reduce(0) { $0 + $1.openLists } > 0 ? start : nil
    }

    /// The parser's reason, in the words of this program where there are some.
    private static func cause(_ reason: String) -> String {
        if reason.contains("escape sequence") {
            return #"a \ in a text is written twice, or the text stands between ' and '"#
        }
        if reason.contains("redefine") { return "it is there twice; make one of the two" }
        if reason.contains("expected comma") {
            return #"between the values of a list are commas: ["…", "…"]"#
        }
        // What kind of thing it took it for is of no use to who wrote another.
        return reason.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? reason
    }
}
