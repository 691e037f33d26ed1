internal import Foundation

/// A number of time units.
public typealias CMTimeValue = Int64
/// The number of units per second.
public typealias CMTimeScale = Int32

/// A time in a film, as a number of units of a given length.
public struct CMTime: Hashable, Comparable, Sendable {
    /// The number of units.
    public var value: CMTimeValue
    /// The number of units per second; 0 if the time is invalid.
    public var timescale: CMTimeScale

    /// Creates an invalid time.
    public init() {
        self.init(value: 0, timescale: 0)
    }

    /// Creates a time from a number of units and the number of units per second.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        (self.value, self.timescale) = (value, timescale)
    }

    /// Creates a time from seconds, rounded to whole units; invalid if the result is not representable.
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        let units = (seconds * Double(preferredTimescale)).rounded()
        guard preferredTimescale > 0, let value = CMTimeValue(exactly: units) else {
            self.init()
            return
        }
        self.init(value: value, timescale: preferredTimescale)
    }

    /// The beginning of a film.
    public static let zero = CMTime(value: 0, timescale: 1)
    /// An invalid time.
    public static let invalid = CMTime()

    /// Whether the time is valid.
    public var isValid: Bool { timescale > 0 }
    /// Whether the time is valid; infinite times do not exist.
    public var isNumeric: Bool { isValid }
    /// The time in seconds; NaN if it is invalid.
    public var seconds: Double { isValid ? Double(value) / Double(timescale) : .nan }

    /// Whether both times are equally long, in whatever units.
    public static func == (one: CMTime, other: CMTime) -> Bool {
        one.isValid == other.isValid
            && (!one.isValid || one.units(in: other) == other.units(in: one))
    }

    /// Whether one time is shorter; an invalid time is longer than any other.
    public static func < (one: CMTime, other: CMTime) -> Bool {
        guard one.isValid, other.isValid else { return one.isValid }
        return one.units(in: other) < other.units(in: one)
    }

    /// Hashes equal times equally.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(isValid ? seconds : .infinity)
    }

    /// Returns the time in units that both times share.
    private func units(in other: CMTime) -> Int128 { Int128(value) * Int128(other.timescale) }
}

/// Returns the time in seconds.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }

/// Returns a time from a number of units and the number of units per second.
public func CMTimeMake(value: CMTimeValue, timescale: CMTimeScale) -> CMTime {
    CMTime(value: value, timescale: timescale)
}

/// Returns a time from seconds, rounded to whole units.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: CMTimeScale) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}
