/// A place in the order of assets: by date, then by ID.
package struct AssetPosition: Hashable, Comparable, Sendable {
    /// Microseconds since 1970.
    package var date: Int64
    package var asset: Int64

    package init(date: Int64, asset: Int64) {
        (self.date, self.asset) = (date, asset)
    }

    package static func < (a: AssetPosition, b: AssetPosition) -> Bool {
        a.date == b.date ? a.asset < b.asset : a.date < b.date
    }

    static let first = AssetPosition(date: .min, asset: .min)

    /// Returns the day since 1970 on a clock with an offset from UTC in minutes, or in UTC if that is nil.
    func day(_ offset: Int64?) -> Int64 {
        let day: Int64 = 86_400_000_000
        let clock = date &+ (offset ?? 0) &* 60_000_000
        return clock / day - (clock % day < 0 ? 1 : 0)
    }
}

/// A range of assets close in time and place.
package struct MomentRange: Equatable, Sendable {
    package var start: AssetPosition
    package var end: AssetPosition
    package var sum: MomentSum

    package var place: GeographicPoint? { sum.place }
}

/// A point on the earth in degrees.
package struct GeographicPoint: Equatable, Sendable {
    package var latitude: Double
    package var longitude: Double

    package init(latitude: Double, longitude: Double) {
        (self.latitude, self.longitude) = (latitude, longitude)
    }
}

/// Divides assets into moments.
///
/// Going through the assets by date, a new moment begins at one
/// - more than four hours after the one before it,
/// - of another day than the one before it, by the local clocks where they were taken; if the clock of one of the two
///   is assumed, by that of the other,
/// - or more than twenty kilometres from the last in its moment whose place is known.
///
/// Hidden assets are left out. The decision at an asset depends on the one before it, on the last located one before
/// it, and on whether a moment begins in between: an asset that comes or goes can change only the decisions at itself,
/// at the next and at the next located one.
package struct MomentClustering {
    /// Microseconds.
    package static let longestPause: Int64 = 4 * 3_600_000_000
    /// Metres.
    package static let farthest = 20_000.0

    /// An asset to assign to a moment.
    package struct Item: Equatable {
        package var position: AssetPosition
        package var point: GeographicPoint?
        /// Days since 1970 on the clock where it was taken, or in UTC if that is unknown.
        package var day: Int64
        /// Minutes from UTC where it was taken.
        let offset: Int64?
        /// Whether the offset is assumed, for lack of anything that gives it.
        let isAssumed: Bool

        package init(
            position: AssetPosition,
            point: GeographicPoint?,
            offset: Int64? = nil,
            isAssumed: Bool = false
        ) {
            (self.position, self.point) = (position, point)
            (self.offset, self.isAssumed) = (offset, isAssumed)
            day = position.day(offset)
        }

        /// Returns whether a moment ends between two consecutive assets, wherever they were taken.
        ///
        /// If the clock of one is assumed, that of the other counts: an evening abroad is not cut by each film in UTC.
        func isApart(from next: Item) -> Bool {
            guard next.position.date - position.date <= MomentClustering.longestPause else {
                return true
            }
            guard isAssumed != next.isAssumed else { return next.day != day }
            let clock = isAssumed ? next.offset : offset
            return next.position.day(clock) != position.day(clock)
        }

        /// Returns whether another asset was taken too far away to be in the same moment.
        func isFar(from other: Item) -> Bool {
            guard let point, let place = other.point else { return false }
            return UnitVector(place).metres(to: UnitVector(point)) > MomentClustering.farthest
        }
    }

    private var current: MomentRange?
    private var last: Item?
    private var lastLocated: Item?

    package init() {}

    /// Returns whether the next asset, in order, would begin a moment.
    package func begins(_ item: Item) -> Bool {
        guard let last else { return true }
        return last.isApart(from: item) || lastLocated.map(item.isFar) ?? false
    }

    /// Adds the next asset, in order.
    ///
    /// - Returns: The moment that ended before it, if one did.
    package mutating func add(_ item: Item) -> MomentRange? {
        let ended = begins(item) ? end() : nil
        var moment =
            current ?? MomentRange(start: item.position, end: item.position, sum: MomentSum())
        moment.end = item.position
        moment.sum += MomentSum(item)
        current = moment
        last = item
        if item.point != nil { lastLocated = item }
        return ended
    }

    /// Returns the moments of assets given in any order.
    package static func moments(of items: [Item]) -> [MomentRange] {
        var clustering = MomentClustering()
        var moments = items.sorted { $0.position < $1.position }.compactMap { clustering.add($0) }
        if let last = clustering.end() { moments.append(last) }
        return moments
    }

    /// Ends the current moment and returns it, if there is one.
    package mutating func end() -> MomentRange? {
        defer { (current, last, lastLocated) = (nil, nil, nil) }
        return current
    }
}

/// Groups moments that belong together, such as those of a journey.
///
/// Going through the moments by date, a new cluster begins at one more than two days after the end of the one
/// before it, 31 days or more after the cluster's first, or more than a hundred kilometres from the last
/// whose place is known.
package enum MomentClusters {
    /// Microseconds.
    package static let longestPause: Int64 = 48 * 3_600_000_000
    /// Microseconds.
    package static let longestSpan: Int64 = 31 * 24 * 3_600_000_000
    /// Metres.
    package static let farthest = 100_000.0

    /// Returns the range of each cluster in `moments`, which are in order.
    package static func ranges(of moments: [MomentRange]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        var lastPlace: UnitVector?
        for (index, moment) in moments.enumerated() {
            let place = moment.place.map { UnitVector($0) }
            if index > start {
                let isFar =
                    lastPlace.flatMap { last in place.map { last.metres(to: $0) > farthest } }
                    ?? false
                if moment.start.date - moments[index - 1].end.date > longestPause
                    || moment.start.date - moments[start].start.date >= longestSpan || isFar
                {
                    ranges.append(start..<index)
                    (start, lastPlace) = (index, nil)
                }
            }
            lastPlace = place ?? lastPlace
        }
        if start < moments.count { ranges.append(start..<moments.count) }
        return ranges
    }
}
