public import Foundation
internal import FoundationBridging

/// Degrees of latitude or longitude.
public typealias CLLocationDegrees = Double
/// Metres.
public typealias CLLocationDistance = Double
/// Metres within which a place is known; below zero when it is not.
public typealias CLLocationAccuracy = Double
/// Metres a second.
public typealias CLLocationSpeed = Double
/// Degrees clockwise from north.
public typealias CLLocationDirection = Double
/// Degrees within which a direction is known; below zero when it is not.
public typealias CLLocationDirectionAccuracy = Double
/// Metres a second within which a speed is known; below zero when it is not.
public typealias CLLocationSpeedAccuracy = Double

/// A place on Earth by WGS 84.
public struct CLLocationCoordinate2D: Sendable {
    /// Degrees, north positive.
    public var latitude: CLLocationDegrees
    /// Degrees, east positive.
    public var longitude: CLLocationDegrees

    /// Where the equator meets the prime meridian.
    public init() {
        self.init(latitude: 0, longitude: 0)
    }

    /// The place of these numbers.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// No place.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(
    latitude: -180,
    longitude: -180
)

/// Whether the numbers can be a place.
public func CLLocationCoordinate2DIsValid(_ coordinate: CLLocationCoordinate2D) -> Bool {
    abs(coordinate.latitude) <= 90 && abs(coordinate.longitude) <= 180
}

/// The place of these numbers.
public func CLLocationCoordinate2DMake(
    _ latitude: CLLocationDegrees,
    _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}

/// A place with when and how well it was known; never changes.
open class CLLocation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and a subclass outside
    // this module adds what it does at its own risk, as with Apple's class.
    /// Where it is.
    public let coordinate: CLLocationCoordinate2D
    /// Metres above the sea.
    public let altitude: CLLocationDistance
    /// Metres; below zero when the coordinate is not known.
    public let horizontalAccuracy: CLLocationAccuracy
    /// Metres; below zero when the altitude is not known.
    public let verticalAccuracy: CLLocationAccuracy
    /// Degrees clockwise from north; below zero when not known.
    public let course: CLLocationDirection
    /// Degrees within which the course is known; below zero when not known.
    public let courseAccuracy: CLLocationDirectionAccuracy
    /// Metres a second; below zero when not known.
    public let speed: CLLocationSpeed
    /// Metres a second within which the speed is known; below zero when not known.
    public let speedAccuracy: CLLocationSpeedAccuracy
    /// When it was known.
    public let timestamp: Date

    /// A place known as of now, at an unknown altitude.
    public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
            altitude: 0,
            horizontalAccuracy: 0,
            verticalAccuracy: -1,
            timestamp: Date()
        )
    }

    /// A place with how well it is known.
    public convenience init(
        coordinate: CLLocationCoordinate2D,
        altitude: CLLocationDistance,
        horizontalAccuracy: CLLocationAccuracy,
        verticalAccuracy: CLLocationAccuracy,
        timestamp: Date
    ) {
        self.init(
            coordinate: coordinate,
            altitude: altitude,
            horizontalAccuracy: horizontalAccuracy,
            verticalAccuracy: verticalAccuracy,
            course: -1,
            speed: -1,
            timestamp: timestamp
        )
    }

    /// A place with how well it is known and where one was heading.
    public convenience init(
        coordinate: CLLocationCoordinate2D,
        altitude: CLLocationDistance,
        horizontalAccuracy: CLLocationAccuracy,
        verticalAccuracy: CLLocationAccuracy,
        course: CLLocationDirection,
        speed: CLLocationSpeed,
        timestamp: Date
    ) {
        self.init(
            coordinate: coordinate,
            altitude: altitude,
            horizontalAccuracy: horizontalAccuracy,
            verticalAccuracy: verticalAccuracy,
            course: course,
            courseAccuracy: -1,
            speed: speed,
            speedAccuracy: -1,
            timestamp: timestamp
        )
    }

    /// A place with how well it is known, where one was heading, and how well that is known.
    public init(
        coordinate: CLLocationCoordinate2D,
        altitude: CLLocationDistance,
        horizontalAccuracy: CLLocationAccuracy,
        verticalAccuracy: CLLocationAccuracy,
        course: CLLocationDirection,
        courseAccuracy: CLLocationDirectionAccuracy,
        speed: CLLocationSpeed,
        speedAccuracy: CLLocationSpeedAccuracy,
        timestamp: Date
    ) {
        (self.coordinate, self.altitude) = (coordinate, altitude)
        (self.horizontalAccuracy, self.verticalAccuracy) = (horizontalAccuracy, verticalAccuracy)
        (self.course, self.courseAccuracy) = (course, courseAccuracy)
        (self.speed, self.speedAccuracy, self.timestamp) = (speed, speedAccuracy, timestamp)
    }

    /// The floor of a building it is on: never known of a photo.
    open var floor: CLFloor? { nil }

    /// It can be archived safely.
    open class var supportsSecureCoding: Bool { true }

    /// A place out of an archive.
    public required init?(coder: NSCoder) {
        guard let time = coder.decodeNested(NSDate.self, forKey: "timestamp") else {
            return nil
        }
        coordinate = CLLocationCoordinate2D(
            latitude: coder.decodeDouble(forKey: "latitude"),
            longitude: coder.decodeDouble(forKey: "longitude")
        )
        altitude = coder.decodeDouble(forKey: "altitude")
        horizontalAccuracy = coder.decodeDouble(forKey: "horizontalAccuracy")
        verticalAccuracy = coder.decodeDouble(forKey: "verticalAccuracy")
        course = coder.decodeDouble(forKey: "course")
        speed = coder.decodeDouble(forKey: "speed")
        let knows = { (key: String) in
            coder.containsValue(forKey: key) ? coder.decodeDouble(forKey: key) : -1
        }
        (courseAccuracy, speedAccuracy) = (knows("courseAccuracy"), knows("speedAccuracy"))
        timestamp = Date(
            timeIntervalSinceReferenceDate: time.timeIntervalSinceReferenceDate
        )
    }

    /// Writes it into an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(coordinate.latitude, forKey: "latitude")
        coder.encode(coordinate.longitude, forKey: "longitude")
        coder.encode(altitude, forKey: "altitude")
        coder.encode(horizontalAccuracy, forKey: "horizontalAccuracy")
        coder.encode(verticalAccuracy, forKey: "verticalAccuracy")
        coder.encode(course, forKey: "course")
        coder.encode(speed, forKey: "speed")
        coder.encode(courseAccuracy, forKey: "courseAccuracy")
        coder.encode(speedAccuracy, forKey: "speedAccuracy")
        coder.encode(
            NSDate(timeIntervalSinceReferenceDate: timestamp.timeIntervalSinceReferenceDate),
            forKey: "timestamp"
        )
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether all that is known of another place is the same.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? CLLocation).map { $0.numbers == numbers && $0.timestamp == timestamp } ?? false
    }

    open override var hash: Int { numbers.hashValue }

    private var numbers: [Double] {
        [
            coordinate.latitude, coordinate.longitude, altitude, horizontalAccuracy,
            verticalAccuracy, course, courseAccuracy, speed, speedAccuracy,
        ]
    }

    /// Metres along the surface of a sphere as large as the Earth, its altitude aside.
    open func distance(from location: CLLocation) -> CLLocationDistance {
        let radians = Double.pi / 180
        let (a, b) = (coordinate, location.coordinate)
        let north = sin((b.latitude - a.latitude) * radians / 2)
        let east = sin((b.longitude - a.longitude) * radians / 2)
        let chord =
            north * north + cos(a.latitude * radians) * cos(b.latitude * radians) * east * east
        return 2 * 6_371_008.8 * asin(min(1, chord.squareRoot()))
    }

    open override var description: String {
        "<\(coordinate.latitude),\(coordinate.longitude)> +/- \(horizontalAccuracy)m @ \(timestamp)"
    }
}
