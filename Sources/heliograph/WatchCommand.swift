internal import ArgumentParser
internal import Catalogue
internal import ChangeFeed
internal import Indexing
internal import PredicateFormat

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
              heliograph watch --observe 'wide=mediaSubtypes CONTAINS photoPanorama' --sort creationDate:desc
            """
    )

    @OptionGroup var common: CommonOptions
    @OptionGroup var indexing: IndexingArguments

    @Option(help: ArgumentHelp("Begin after this token of an earlier line.", valueName: "token"))
    var since: String?

    @Flag(help: "End when the catalogue has caught up with the disk.")
    var once = false

    @Option(
        name: .customLong("observe"),
        help: ArgumentHelp(
            "Tell what becomes of the list of assets that a predicate finds, as lines of the type "
                + "`fetchResult`; repeatable.",
            discussion: "The first line of a list gives all of it, as if it had been empty before.",
            valueName: "name=predicate"
        )
    )
    var observed: [SmartAlbumArgument] = []

    @Option(
        name: .customLong("sort"),
        help: ArgumentHelp(
            "A key to order observed lists by; `:desc` for descending; repeatable.",
            valueName: "key"
        )
    )
    var sorts: [SortKey] = []

    func run() async throws {
        try await Exit.translating {
            var options = try indexing.indexingOptions(common)
            options.endsWhenSynced = once
            var feed = FeedFollower.Options()
            feed.since = since
            feed.follows = true
            feed.tellsState = true
            feed.version = Heliograph.version
            feed.observed = try observed.map { argument in
                let fetch = try argument.definition(option: "--observe")
                var query = AssetQuery()
                (query.predicate, query.orders) = (fetch.condition, sorts.map(\.order))
                (query.leavesOutHidden, query.leavesOutBurstMembers) = (true, true)
                return FeedFollower.Observed(name: fetch.title, query: query)
            }
            try await IndexingRun(options: options, feed: feed, logger: common.logger).run()
        }
    }
}
