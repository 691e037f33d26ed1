internal import ArgumentParser
internal import CSystemCalls
internal import ChangeFeed
internal import Foundation

struct ChangesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "changes",
        abstract: "List what changed since a token, with or without a running indexer.",
        discussion: """
            Each object is listed once, in its current state. The last line, `more`, says whether there are \
            more changes and has the token to resume with. Without --since everything is listed. With \
            --follow, a `more` line separates the existing changes from new ones.

            Examples:
              heliograph changes --since "$TOKEN" --limit 1000
              heliograph changes --since "$TOKEN" --keys path,favorite --follow
            """
    )

    @OptionGroup var common: CommonOptions

    @Option(
        help: ArgumentHelp(
            "List changes after this token; - reads it from the first line of standard input.",
            valueName: "token"
        )
    )
    var since: String?

    @Option(
        help: ArgumentHelp(
            "List at most this many objects, then end; with --follow, wait for them.",
            valueName: "n"
        )
    )
    var limit: Int64?

    @Option(
        help: ArgumentHelp(
            "Print only the id and these keys of assets, separated by commas.",
            valueName: "a,b"
        )
    )
    var keys: String?

    @Flag(help: "Continue with new changes as they come.")
    var follow = false

    @Flag(help: "Also report the library, its states, and when it is in sync with the disk.")
    var states = false

    @Option(help: .hidden)
    var tokenSeconds = 10.0

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit takes a number of at least 1") }
        let unknown = wanted?.subtracting(FeedLines.keyNames + ["id"]) ?? []
        guard unknown.isEmpty else {
            throw ValidationError(
                "unknown keys \(unknown.sorted().joined(separator: ", ")); the keys are "
                    + FeedLines.keyNames.joined(separator: ", ")
            )
        }
    }

    private var wanted: Set<String>? {
        keys.map { Set($0.split(separator: ",").map(String.init)) }
    }

    /// Returns the token that `--since` names.
    private func token() throws -> String? {
        guard since == "-" else { return since }
        do {
            return try TokenInput(seconds: tokenSeconds).read()
        } catch {
            // A client at a socket reads standard output only.
            let reason = StatusCommand.quoted(error.reason)
            print("{\"type\":\"refused\",\"reason\":\(reason)}")
            throw ExitCode(EX_USAGE)
        }
    }

    func run() throws {
        var options = FeedFollower.Options()
        options.since = try token()
        options.limit = limit
        options.keys = wanted
        options.follows = follow
        options.endsWithMore = true
        options.tellsState = states
        options.version = Heliograph.version
        signal(SIGPIPE, SIG_IGN)
        let stop = heliograph_stop_signals()
        let output = FeedOutput(descriptor: Streams.current.output, stop: stop)
        let follower = try FeedFollower(
            catalogue: common.cataloguePath,
            output: output,
            stop: stop,
            options: options
        )
        let progress = follow ? nil : OutputProgress()
        defer { progress?.end() }
        _ = try follower.run()
    }
}
