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
        abstract: "Index folders, then follow them and print the change feed.",
        discussion: """
            Each line of the feed is a JSON object with a token. To resume after a restart, pass the \
            last token that you processed to --since.

            Examples:
              heliograph watch ~/Pictures
              heliograph watch --since "$(cat last-token)" | ./consumer
              heliograph watch --once ~/Pictures > feed.jsonl
              heliograph watch --sort creationDate:desc \\
                --observe 'wide=mediaSubtypes CONTAINS photoPanorama'
            """
    )

    @OptionGroup var common: CommonOptions
    @OptionGroup var indexing: IndexingArguments

    @Option(help: ArgumentHelp("Resume after this token of an earlier line.", valueName: "token"))
    var since: String?

    @Option(
        help: ArgumentHelp(
            "Append the feed to this file or FIFO instead of standard output.",
            discussion: """
                The feed resumes after the last line of an existing file. After the file was moved \
                away, SIGHUP begins a new one.
                """,
            valueName: "file"
        ),
        completion: .file()
    )
    var feed: String?

    @Flag(help: "Exit when the catalogue has caught up with the disk.")
    var once = false

    @Option(
        name: .customLong("observe"),
        help: ArgumentHelp(
            "Report changes to the list of assets that match a predicate, as lines of the type "
                + "`fetchResult`; repeatable.",
            discussion: "The first line of a list has all of it, as if it had been empty before.",
            valueName: "name=predicate"
        )
    )
    var observed: [SmartAlbumArgument] = []

    @Option(
        name: .customLong("sort"),
        help: ArgumentHelp(
            "Sort observed lists by this key, descending with :desc; repeatable, most significant first.",
            valueName: "key"
        ),
        transform: SortKey.init
    )
    var sorts: [SortKey] = []

    func run() throws {
        try common.actAsOwner()
        let source = try indexing.source(common, feed: feed)
        var settings = try source.read()
        settings.options.endsWhenSynced = once
        var run = IndexingRun(settings: settings, source: source, logger: common.logger)
        run.feed = try feedOptions()
        try run.run()
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
            query.leaveOutHiddenUnlessAsked()
            query.leavesOutBurstMembers = true
            return FeedFollower.Observed(name: fetch.title, query: query)
        }
        return feed
    }
}
