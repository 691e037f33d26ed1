package import Catalogue

/// The fetches whose changes the feed reports.
struct ObservedFetches {
    private var fetches: [(name: String, query: AssetQuery, listing: TrackedListing?)]
    private let onGivenUp: @Sendable (_ name: String, _ pattern: String) -> Void
    /// The indices of the fetches for which an abandoned pattern was reported.
    private var givenUp: Set<Int> = []

    init(
        _ fetches: [FeedFollower.Observed],
        onGivenUp: @escaping @Sendable (_ name: String, _ pattern: String) -> Void
    ) {
        self.onGivenUp = onGivenUp
        self.fetches = fetches.map { ($0.name, $0.query, nil) }
    }

    /// Writes a line for each fetch that has changed; the first time as if it had been empty before.
    ///
    /// Must be called within the snapshot that the token belongs to.
    mutating func write(_ reader: CatalogueReader, _ lines: inout FeedLines, _ token: ChangeToken)
        throws
    {
        for index in fetches.indices {
            let fetch = fetches[index]
            defer { noteGivenUp(index) }
            guard var before = fetch.listing else {
                let listing = try reader.track(fetch.query).prepared(reader)
                fetches[index].listing = listing
                try lines.fetchResult(fetch.name, began: listing, token)
                continue
            }
            let change = try reader.change(of: &before, fetch.query)
            fetches[index].listing = change?.after ?? before
            guard let change else { continue }
            try lines.fetchResult(fetch.name, change, countBefore: before.count, token)
        }
    }

    /// Reports an abandoned pattern, which the feed itself does not show.
    private mutating func noteGivenUp(_ index: Int) {
        guard let pattern = fetches[index].query.givenUpPattern,
            givenUp.insert(index).inserted
        else { return }
        onGivenUp(fetches[index].name, pattern)
    }
}

extension FeedFollower {
    /// A fetch whose changes are reported.
    package struct Observed: Sendable {
        package var name: String
        package var query: AssetQuery

        package init(name: String, query: AssetQuery) {
            (self.name, self.query) = (name, query)
        }
    }
}
