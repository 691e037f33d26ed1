internal import Glibc

/// A place in the order of assets: by date, then by number.
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
}

/// Assets close in time and place.
package struct MomentRange: Equatable, Sendable {
    package var start: AssetPosition
    package var end: AssetPosition
    package var count: Int64
    /// Differs when other assets are in it.
    package var members: Int64
    /// Degrees, in the middle of where its assets were taken; nil when none of them tells.
    package var place: GeographicPoint?
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
/// - a day or more after the moment's first,
/// - or more than twenty kilometres from the last whose place is known.
///
/// Hidden assets are left out. What is decided at an asset depends on those before it in its moment and on
/// nothing else: after a change it is decided anew from the beginning of the moment it touched, until a
/// moment begins where one began before.
package struct MomentClustering {
    /// Microseconds.
    package static let longestPause: Int64 = 4 * 3_600_000_000
    /// Microseconds.
    package static let longestSpan: Int64 = 24 * 3_600_000_000
    /// Metres.
    package static let farthest = 20_000.0

    /// An asset to be placed.
    package struct Item {
        package var position: AssetPosition
        package var point: GeographicPoint?

        package init(position: AssetPosition, point: GeographicPoint?) {
            (self.position, self.point) = (position, point)
        }
    }

    private var current: MomentRange?
    private var lastPlace: UnitVector?
    private var sum = UnitVector.zero

    package init() {}

    /// Whether the next asset, in order, would begin a moment.
    package func begins(_ item: Item) -> Bool {
        guard let current else { return true }
        let date = item.position.date
        if date - current.end.date > Self.longestPause { return true }
        if date - current.start.date >= Self.longestSpan { return true }
        guard let lastPlace, let point = item.point else { return false }
        return lastPlace.metres(to: UnitVector(point)) > Self.farthest
    }

    /// Takes the next asset, in order.
    ///
    /// - Returns: The moment that ended before it, if one did.
    package mutating func add(_ item: Item) -> MomentRange? {
        let ended = begins(item) ? end() : nil
        var moment =
            current
            ?? MomentRange(
                start: item.position,
                end: item.position,
                count: 0,
                members: 0,
                place: nil
            )
        moment.end = item.position
        moment.count += 1
        moment.members = moment.members &* 31 &+ item.position.asset
        current = moment
        if let point = item.point {
            let place = UnitVector(point)
            sum.add(place)
            lastPlace = place
        }
        return ended
    }

    /// The moments of assets in any order.
    package static func moments(of items: [Item]) -> [MomentRange] {
        var clustering = MomentClustering()
        var moments = items.sorted { $0.position < $1.position }.compactMap { clustering.add($0) }
        if let last = clustering.end() { moments.append(last) }
        return moments
    }

    /// Ends the moment at hand, if there is one.
    package mutating func end() -> MomentRange? {
        var ended = current
        ended?.place = sum.point
        (current, lastPlace, sum) = (nil, nil, .zero)
        return ended
    }
}

/// A point on a sphere, as its direction from the middle.
private struct UnitVector {
    var x: Double
    var y: Double
    var z: Double

    static let zero = UnitVector(x: 0, y: 0, z: 0)
    /// Metres.
    static let earthRadius = 6_371_000.0

    init(x: Double, y: Double, z: Double) {
        (self.x, self.y, self.z) = (x, y, z)
    }

    init(_ point: GeographicPoint) {
        let (latitude, longitude) = (point.latitude * .pi / 180, point.longitude * .pi / 180)
        x = cos(latitude) * cos(longitude)
        y = cos(latitude) * sin(longitude)
        z = sin(latitude)
    }

    mutating func add(_ other: UnitVector) {
        x += other.x
        y += other.y
        z += other.z
    }

    /// The length of the way over the ground.
    func metres(to other: UnitVector) -> Double {
        let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
        let chord = (dx * dx + dy * dy + dz * dz).squareRoot()
        return 2 * Self.earthRadius * asin(min(chord / 2, 1))
    }

    /// Where the direction points; nil when it is none.
    var point: GeographicPoint? {
        guard (x * x + y * y + z * z).squareRoot() > 1e-9 else { return nil }
        return GeographicPoint(
            latitude: atan2(z, (x * x + y * y).squareRoot()) * 180 / .pi,
            longitude: atan2(y, x) * 180 / .pi
        )
    }
}

/// Several moments that belong together, as a journey does.
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

    /// Where each cluster lies among `moments`, which are in order.
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
