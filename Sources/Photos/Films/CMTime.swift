internal import Foundation

/// A number of units of time.
public typealias CMTimeValue = Int64
/// Units in a second.
public typealias CMTimeScale = Int32

/// A time in a film: so many units, of which so many make a second.
public struct CMTime: Hashable, Comparable, Sendable {
    /// How many units.
    public var value: CMTimeValue
    /// How many of them make a second; 0 for what is no time.
    public var timescale: CMTimeScale

    /// No time.
    public init() {
        self.init(value: 0, timescale: 0)
    }

    /// So many units, of which so many make a second.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        (self.value, self.timescale) = (value, timescale)
    }

    /// A number of seconds, rounded to units of which so many make one; no time if it is no such number.
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        let units = (seconds * Double(preferredTimescale)).rounded()
        guard preferredTimescale > 0, let value = CMTimeValue(exactly: units) else {
            self.init()
            return
        }
        self.init(value: value, timescale: preferredTimescale)
    }

    /// The beginning.
    public static let zero = CMTime(value: 0, timescale: 1)
    /// What is no time.
    public static let invalid = CMTime()

    /// Whether it is a time.
    public var isValid: Bool { timescale > 0 }
    /// Whether it is a time; there are no infinite ones.
    public var isNumeric: Bool { isValid }
    /// Seconds; not a number for what is no time.
    public var seconds: Double { isValid ? Double(value) / Double(timescale) : .nan }

    /// Whether both are as long, in whatever units.
    public static func == (one: CMTime, other: CMTime) -> Bool {
        one.isValid == other.isValid
            && (!one.isValid || one.units(in: other) == other.units(in: one))
    }

    /// Whether one is shorter; what is no time is longer than any.
    public static func < (one: CMTime, other: CMTime) -> Bool {
        guard one.isValid, other.isValid else { return one.isValid }
        return one.units(in: other) < other.units(in: one)
    }

    /// Equal for equal times.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(isValid ? seconds : .infinity)
    }

    /// In units that it has in common with another.
    private func units(in other: CMTime) -> Int128 { Int128(value) * Int128(other.timescale) }
}

/// The seconds of a time.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }

/// A time of so many units.
public func CMTimeMake(value: CMTimeValue, timescale: CMTimeScale) -> CMTime {
    CMTime(value: value, timescale: timescale)
}

/// A time of so many seconds.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: CMTimeScale) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}
