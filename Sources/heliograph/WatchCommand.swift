internal import ArgumentParser
internal import ChangeFeed
internal import Indexing

struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Index folders, then follow them; the change feed on standard output.",
        discussion: """
            Every line is a JSON object with a token; started again with --since and the last \
            token kept, the feed goes on where it was.

            Examples:
              heliograph watch ~/Pictures
              heliograph watch --since "$(cat last-token)" | ./consumer
              heliograph watch --once ~/Pictures > feed.jsonl
            """
    )

    @OptionGroup var common: CommonOptions
    @OptionGroup var indexing: IndexingArguments

    @Option(help: ArgumentHelp("Begin after this token of an earlier line.", valueName: "token"))
    var since: String?

    @Flag(help: "End when the catalogue has caught up with the disk.")
    var once = false

    func run() async throws {
        try await Exit.translating {
            var options = try indexing.indexingOptions(common)
            options.endsWhenSynced = once
            var feed = FeedFollower.Options()
            feed.since = since
            feed.follows = true
            feed.tellsState = true
            feed.version = Heliograph.version
            try await IndexingRun(options: options, feed: feed, logger: common.logger).run()
        }
    }
}
