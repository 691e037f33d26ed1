public import Foundation

/// The floor of a building.
open class CLFloor: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant.

    /// The number of floors above the ground floor, which is 0; negative below it.
    public let level: Int

    /// Creates a floor from its number.
    public init(level: Int) {
        self.level = level
    }

    /// Whether floors support secure coding; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Reads a floor from an archive.
    public required init?(coder: NSCoder) {
        level = coder.decodeInteger(forKey: "level")
    }

    /// Writes the floor to an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(level, forKey: "level")
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether two floors have the same number.
    open override func isEqual(_ object: Any?) -> Bool { (object as? CLFloor)?.level == level }

    open override var hash: Int { level.hashValue }
}
