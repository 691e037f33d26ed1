internal import Glibc

/// The sums over a moment's assets, maintained by addition and subtraction.
///
/// All values are integers, so that the result does not depend on the order of the operations.
package struct MomentSum: Equatable, Sendable {
    package var count: Int64 = 0
    /// A sum of mixed IDs, which differs if the assets do.
    package var members: Int64 = 0
    /// The number of assets with a location, and the sum of their directions from the centre of the earth.
    package var located: Int64 = 0
    package var x: Int64 = 0
    package var y: Int64 = 0
    package var z: Int64 = 0

    package init() {}

    init(_ item: MomentClustering.Item) {
        count = 1
        members = Self.mixed(item.position.asset)
        guard let point = item.point else { return }
        let direction = UnitVector(point)
        located = 1
        (x, y, z) = (Self.whole(direction.x), Self.whole(direction.y), Self.whole(direction.z))
    }

    /// A tenth of a millimetre on the ground; the sum of 100 million still fits.
    private static let unit = 68_719_476_736.0

    private static func whole(_ length: Double) -> Int64 { Int64((length * unit).rounded()) }

    /// Spreads consecutive numbers over all 64-bit numbers (splitmix64).
    private static func mixed(_ number: Int64) -> Int64 {
        var bits = UInt64(bitPattern: number) &+ 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int64(bitPattern: bits ^ (bits >> 31))
    }

    static func += (sum: inout MomentSum, other: MomentSum) {
        sum.count += other.count
        sum.members &+= other.members
        sum.located += other.located
        sum.x &+= other.x
        sum.y &+= other.y
        sum.z &+= other.z
    }

    static func -= (sum: inout MomentSum, other: MomentSum) {
        sum.count -= other.count
        sum.members &-= other.members
        sum.located -= other.located
        sum.x &-= other.x
        sum.y &-= other.y
        sum.z &-= other.z
    }

    /// The centre of the assets' locations in degrees; nil if no asset has one, or if they lie all around the earth.
    package var place: GeographicPoint? {
        guard located > 0 else { return nil }
        let scale = Self.unit * Double(located)
        return UnitVector(x: Double(x) / scale, y: Double(y) / scale, z: Double(z) / scale).point
    }
}

/// A point on a sphere, as its direction from the centre.
struct UnitVector {
    var x: Double
    var y: Double
    var z: Double

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

    /// Returns the distance over the ground.
    func metres(to other: UnitVector) -> Double {
        let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
        let chord = (dx * dx + dy * dy + dz * dz).squareRoot()
        return 2 * Self.earthRadius * asin(min(chord / 2, 1))
    }

    /// The point in this direction; nil if the vector has no direction.
    var point: GeographicPoint? {
        guard (x * x + y * y + z * z).squareRoot() > 1e-9 else { return nil }
        return GeographicPoint(
            latitude: atan2(z, (x * x + y * y).squareRoot()) * 180 / .pi,
            longitude: atan2(y, x) * 180 / .pi
        )
    }
}
