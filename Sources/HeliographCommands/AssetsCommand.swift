internal import ArgumentParser
internal import Catalogue
internal import ChangeFeed
internal import Foundation
internal import PhotoModel
internal import PredicateFormat

struct AssetsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "assets",
        abstract: "List assets.",
        discussion: """
            Examples:
              heliograph assets --sort creationDate:desc --limit 10
              heliograph assets --where 'creationDate > "2023-07-01"'
              heliograph assets --where 'mediaSubtypes CONTAINS photoPanorama'
              heliograph assets --where 'mediaType == video AND duration > 60'
              heliograph assets --album 6F0…/L0/040 | jq -r .path
            """
    )

    @OptionGroup var common: CommonOptions

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "List only assets that match this predicate, in the format language of NSPredicate.",
            discussion:
                "Keys: \(Self.keys). Dates are strings, in the library's time zone unless they have an offset.",
            valueName: "predicate"
        )
    )
    var condition: String?

    @Option(
        name: .customLong("sort"),
        help: ArgumentHelp(
            "Sort by this key, descending with :desc; repeatable, most significant first.",
            valueName: "key[:desc]"
        ),
        transform: SortKey.init
    )
    var sorts: [SortKey] = []

    static let keys = PredicateKey.keys(of: .asset).map(\.names).joined(separator: ", ")

    @Option(help: ArgumentHelp("List at most this many assets.", valueName: "n"))
    var limit: Int64?

    @Option(
        help: ArgumentHelp(
            "List only members of this album or smart album, by identifier or title.",
            valueName: "album"
        )
    )
    var album: String?

    @Flag(help: "Also list hidden assets.")
    var includeHidden = false

    @Flag(
        inversion: .prefixedNo,
        help: "List every picture of a burst, or only the one that represents it."
    )
    var allBurstAssets = true

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit takes a number of at least 1") }
    }

    func run() throws {
        let reader = try common.openReader()
        let output = FeedOutput(descriptor: Streams.current.output)
        try reader.snapshot {
            let query = try query(reader)
            // Once a pattern is abandoned, its matches are wrong and must not be shown.
            let check = { try Self.refuseSlowPattern(in: query) }
            if Terminal.isOutput {
                try showTable(reader, query)
            } else {
                var lines = FeedLines(reader)
                try reader.forEachAsset(query) { record in
                    try check()
                    try lines.assetLine(record)
                    if lines.isFull, !lines.put(to: output) { throw ExitCode.success }
                }
                try check()
                _ = lines.put(to: output)
            }
        }
        _ = output.drain()
    }

    private static func refuseSlowPattern(in query: AssetQuery) throws {
        guard let pattern = query.predicate.givenUpPattern else { return }
        throw PredicateFormatError(
            reason: "the pattern takes too long on names that are here; "
                + PredicateTree.patternCure,
            format: pattern,
            position: nil
        )
    }

    private func query(_ reader: CatalogueReader) throws -> AssetQuery {
        var query = AssetQuery()
        if let album { query = try reader.members(of: album) }
        query.orders = sorts.map(\.order)
        if let condition { try add(condition, to: &query) }
        if let limit { query.limit = limit }
        if !includeHidden { query.leaveOutHiddenUnlessAsked() }
        query.leavesOutBurstMembers = !allBurstAssets
        return query
    }

    private func add(_ condition: String, to query: inout AssetQuery) throws {
        do {
            query.predicate = .and([query.predicate, try PredicateTree(condition)])
        } catch {
            let lines = PrintableText.lines(of: error).joined(separator: "\n")
            Terminal.say("heliograph: --where: \(lines)")
            throw ExitCode(EX_USAGE)
        }
    }

    private func showTable(_ reader: CatalogueReader, _ query: AssetQuery) throws {
        var table = AssetTable()
        try reader.forEachAsset(query) { try table.add($0, reader) }
        try Self.refuseSlowPattern(in: query)
        table.show()
    }
}

/// A key to sort by, with a direction.
struct SortKey {
    let order: AssetQuery.Order

    init(_ argument: String) throws {
        let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let key = PredicateKey(String(parts[0]), of: .asset), key.isSortable else {
            throw ValidationError("'\(parts[0])' is not a key to sort by; use one of \(Self.keys)")
        }
        guard parts.count == 1 || ["asc", "desc"].contains(parts[1]) else {
            throw ValidationError("'\(parts[1])' is not a direction; use asc or desc")
        }
        order = AssetQuery.Order(key, isDescending: parts.last == "desc")
    }

    private static let keys = PredicateKey.keys(of: .asset).filter(\.isSortable).map(\.names)
        .joined(separator: ", ")
}
