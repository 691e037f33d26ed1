public import Foundation
internal import FoundationBridging

/// A latitude or longitude in degrees.
public typealias CLLocationDegrees = Double
/// A length in metres.
public typealias CLLocationDistance = Double
/// The accuracy of a position in metres; negative if the position is unknown.
public typealias CLLocationAccuracy = Double
/// A speed in metres per second.
public typealias CLLocationSpeed = Double
/// A direction in degrees clockwise from north.
public typealias CLLocationDirection = Double
/// The accuracy of a direction in degrees; negative if the direction is unknown.
public typealias CLLocationDirectionAccuracy = Double
/// The accuracy of a speed in metres per second; negative if the speed is unknown.
public typealias CLLocationSpeedAccuracy = Double

/// A position on Earth in WGS 84.
public struct CLLocationCoordinate2D: Sendable {
    /// The latitude in degrees, positive to the north.
    public var latitude: CLLocationDegrees
    /// The longitude in degrees, positive to the east.
    public var longitude: CLLocationDegrees

    /// Creates the position where the equator meets the prime meridian.
    public init() {
        self.init(latitude: 0, longitude: 0)
    }

    /// Creates a position from its latitude and longitude.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// An invalid position.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(
    latitude: -180,
    longitude: -180
)

/// Returns whether both numbers are in the valid range.
public func CLLocationCoordinate2DIsValid(_ coordinate: CLLocationCoordinate2D) -> Bool {
    abs(coordinate.latitude) <= 90 && abs(coordinate.longitude) <= 180
}

/// Returns a position from its latitude and longitude.
public func CLLocationCoordinate2DMake(
    _ latitude: CLLocationDegrees,
    _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}

/// A position with its time and accuracy; immutable.
open class CLLocation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant; as with Apple's class, a subclass
    // outside this module is responsible for what it adds.
    /// The latitude and longitude.
    public let coordinate: CLLocationCoordinate2D
    /// The altitude in metres above sea level.
    public let altitude: CLLocationDistance
    /// The accuracy of the coordinate in metres; negative if the coordinate is unknown.
    public let horizontalAccuracy: CLLocationAccuracy
    /// The accuracy of the altitude in metres; negative if the altitude is unknown.
    public let verticalAccuracy: CLLocationAccuracy
    /// The direction of travel in degrees clockwise from north; negative if unknown.
    public let course: CLLocationDirection
    /// The accuracy of the course in degrees; negative if unknown.
    public let courseAccuracy: CLLocationDirectionAccuracy
    /// The speed in metres per second; negative if unknown.
    public let speed: CLLocationSpeed
    /// The accuracy of the speed in metres per second; negative if unknown.
    public let speedAccuracy: CLLocationSpeedAccuracy
    /// The time at which the location was determined.
    public let timestamp: Date

    /// Creates a location with the current time and an unknown altitude.
    public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
            altitude: 0,
            horizontalAccuracy: 0,
            verticalAccuracy: -1,
            timestamp: Date()
        )
    }

    /// Creates a location with the accuracy of its position.
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

    /// Creates a location with the accuracy of its position, a course and a speed.
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

    /// Creates a location with a course, a speed, and the accuracy of all values.
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

    /// The floor of the building; always nil, because photos do not record it.
    open var floor: CLFloor? { nil }

    /// Whether locations support secure coding; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Reads a location from an archive.
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

    /// Writes the location to an archive.
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

    /// Returns whether another location has the same values.
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

    /// Returns the distance in metres along a sphere of the Earth's size, ignoring the altitude.
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
