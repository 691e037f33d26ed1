internal import ArgumentParser
internal import CSystemCalls
internal import ChangeFeed
internal import Foundation

struct ChangesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "changes",
        abstract: "List what changed since a token; no indexer needs to run.",
        discussion: """
            Each object is named once, with its state now. The last line, `more`, says whether more is \
            coming and carries the token to go on with. Without --since everything is listed. With --follow \
            a `more` line also separates what was there from what comes.

            Examples:
              heliograph changes --since "$TOKEN" --limit 1000
              heliograph changes --since "$TOKEN" --keys path,favorite --follow
            """
    )

    @OptionGroup var common: CommonOptions

    @Option(
        help: ArgumentHelp(
            "The token of the last line known; - reads it from the first line of standard input.",
            valueName: "token"
        )
    )
    var since: String?

    @Option(help: ArgumentHelp("At most so many objects.", valueName: "n"))
    var limit: Int64?

    @Option(
        help: ArgumentHelp(
            "Of assets only id and these keys, separated by commas.",
            valueName: "a,b"
        )
    )
    var keys: String?

    @Flag(help: "Go on with what comes.")
    var follow = false

    @Flag(help: "Tell the library, its states and when it is in step with the disk, as watch does.")
    var states = false

    @Option(help: .hidden)
    var tokenSeconds = 10.0

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit takes a number from 1 on.") }
        let unknown = wanted?.subtracting(FeedLines.keyNames + ["id"]) ?? []
        guard unknown.isEmpty else {
            throw ValidationError(
                "unknown keys \(unknown.sorted().joined(separator: ", ")); there are "
                    + FeedLines.keyNames.joined(separator: ", ")
            )
        }
    }

    private var wanted: Set<String>? {
        keys.map { Set($0.split(separator: ",").map(String.init)) }
    }

    /// What `--since` names.
    private func token() throws -> String? {
        guard since == "-" else { return since }
        do {
            return try TokenInput(seconds: tokenSeconds).read()
        } catch {
            // Who sent none reads here, and nowhere else.
            let reason = StatusCommand.quoted(error.reason)
            print("{\"type\":\"refused\",\"reason\":\(reason)}")
            throw ExitCode(EX_USAGE)
        }
    }

    func run() throws {
        try Exit.translating {
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
            let output = FeedOutput(descriptor: STDOUT_FILENO, stop: stop)
            let follower = try FeedFollower(
                catalogue: common.cataloguePath,
                output: output,
                stop: stop,
                options: options
            )
            _ = try follower.run()
        }
    }
}
