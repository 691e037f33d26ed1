package import PhotoModel

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
            // A cluster is identified by its first moment.
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

    /// The day on which it began by the local clock, such as `2023-07-01`.
    private var firstDay: Substring {
        "\(Self.date(range.start, startOffset))".prefix { $0 != "T" }
    }

    private var lastDay: Substring { "\(Self.date(range.end, endOffset))".prefix { $0 != "T" } }

    /// Returns the first day, and the last one if it differs.
    static func days(_ first: StoredMoment?, _ last: StoredMoment?) -> String {
        guard let first, let last else { return "" }
        let (from, to) = (first.firstDay, last.lastDay)
        return from == to ? "\(from)" : "\(from) – \(to)"
    }
}
