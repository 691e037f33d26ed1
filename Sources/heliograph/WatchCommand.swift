internal import ArgumentParser
internal import Catalogue
internal import ChangeFeed
internal import Daemon
internal import Indexing
internal import PredicateFormat
internal import Settings

struct WatchCommand: ParsableCommand {
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

    @Option(
        help: ArgumentHelp(
            "A file to append the feed to, or a FIFO, in place of standard output.",
            discussion: """
                A file that holds lines already is gone on with after the last of them. After it was \
                moved away, SIGHUP begins a new one.
                """,
            valueName: "file"
        ),
        completion: .file()
    )
    var feed: String?

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

    func run() throws {
        try Exit.translating {
            try common.actAsOwner()
            let source = try indexing.source(common, feed: feed)
            var settings = try source.read()
            settings.options.endsWhenSynced = once
            var run = IndexingRun(settings: settings, source: source, logger: common.logger)
            run.feed = try feedOptions()
            try run.run()
        }
    }

    private func feedOptions() throws -> FeedFollower.Options {
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
        return feed
    }
}
