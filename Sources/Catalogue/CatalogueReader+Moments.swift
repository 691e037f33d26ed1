package import PhotoModel

extension CatalogueReader {
    /// The moments, by date; `bind` gives a condition what it asks for.
    func moments(
        _ condition: String = "",
        _ bind: (SQLiteStatement) -> SQLiteStatement = { $0 }
    ) throws -> [StoredMoment] {
        var found: [StoredMoment] = []
        let rows = try statement(
            "SELECT \(StoredMoment.columns) FROM moment \(condition) ORDER BY startDate, startAsset"
        )
        try bind(rows).forEach { found.append(StoredMoment($0)) }
        return found
    }

    /// The moment an asset is in.
    package func moment(of item: MomentClustering.Item) throws -> CollectionRecord? {
        let position = item.position
        let moment = try statement(
            """
            SELECT \(StoredMoment.columns) FROM moment WHERE (startDate, startAsset) <= (?, ?)
            ORDER BY startDate DESC, startAsset DESC LIMIT 1
            """
        ).bind(1, position.date).bind(2, position.asset).first { StoredMoment($0) }
        guard let moment, position <= moment.range.end else { return nil }
        return moment.record
    }

    /// Moments with what divides them into clusters and years.
    package func momentLists() throws -> (clusters: [MomentList], years: [MomentList]) {
        let moments = try self.moments()
        let clusters = MomentClusters.ranges(of: moments.map(\.range)).map { range in
            MomentList(library, .cluster, Array(moments[range]))
        }
        var years: [Int: [StoredMoment]] = [:]
        for moment in moments { years[moment.year, default: []].append(moment) }
        let lists = years.sorted { $0.key < $1.key }.map { MomentList(library, .year, $0.value) }
        return (clusters, lists)
    }

    /// Where the kept moments differ from those that all assets make, in words.
    func wrongMoments() throws -> [String] {
        let isKept = try status()["moments"] != nil
        guard isKept else { return [] }
        var items: [MomentClustering.Item] = []
        try statement(MomentClustering.Item.select).forEach {
            items.append(MomentClustering.Item($0))
        }
        let expected = MomentClustering.moments(of: items)
        let kept = try self.moments().map(\.range)
        guard kept != expected else { return [] }
        let wrong = zip(kept, expected).count { $0 != $1 } + abs(kept.count - expected.count)
        return ["\(wrong) × a moment that is not what its assets make"]
    }
}

/// The moments of a journey or a year.
package struct MomentList: Sendable {
    package enum Kind: Sendable {
        case cluster, year
    }

    package let kind: Kind
    package let uuid: ObjectUUID
    /// The first and the last day, or the year.
    package let title: String
    package let moments: [CollectionRecord]

    init(_ library: ObjectUUID, _ kind: Kind, _ moments: [StoredMoment]) {
        self.kind = kind
        self.moments = moments.map(\.record)
        switch kind {
        case .cluster:
            // Known by its first moment.
            let first = moments.first?.uuid ?? library
            uuid = ObjectUUID(high: first.high, low: first.low ^ 2)
            title = StoredMoment.days(moments.first, moments.last)
        case .year:
            let year = moments.first?.year ?? 0
            uuid = ObjectUUID(
                high: library.high,
                low: library.low ^ UInt64(bitPattern: Int64(year))
            )
            title = "\(year)"
        }
    }
}

extension StoredMoment {
    var record: CollectionRecord {
        CollectionRecord(
            source: .moment,
            id: id,
            uuid: uuid,
            subtype: .any,
            title: Array(Self.days(self, self).utf8),
            count: range.sum.count,
            startDate: Self.date(range.start, startOffset),
            endDate: Self.date(range.end, endOffset),
            place: range.place
        )
    }

    private static func date(_ position: AssetPosition, _ offset: Int16?) -> CaptureDate {
        CaptureDate(
            microseconds: position.date,
            offsetMinutes: offset.map(Int.init),
            source: .exif
        )
    }

    var year: Int { Int(firstDay.prefix { $0 != "-" }) ?? 0 }

    /// The day on the clock where it began, as `2023-07-01`.
    private var firstDay: Substring {
        "\(Self.date(range.start, startOffset))".prefix { $0 != "T" }
    }

    private var lastDay: Substring { "\(Self.date(range.end, endOffset))".prefix { $0 != "T" } }

    /// The first day, and the last if that is another.
    static func days(_ first: StoredMoment?, _ last: StoredMoment?) -> String {
        guard let first, let last else { return "" }
        let (from, to) = (first.firstDay, last.lastDay)
        return from == to ? "\(from)" : "\(from) – \(to)"
    }
}
