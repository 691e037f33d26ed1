public import Foundation

/// The floor of a building.
open class CLFloor: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant.

    /// Above the ground floor, which is 0; below zero under it.
    public let level: Int

    /// A floor by its number.
    public init(level: Int) {
        self.level = level
    }

    /// It can be archived safely.
    open class var supportsSecureCoding: Bool { true }

    /// A floor out of an archive.
    public required init?(coder: NSCoder) {
        level = coder.decodeInteger(forKey: "level")
    }

    /// Writes it into an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(level, forKey: "level")
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether two floors have the same number.
    open override func isEqual(_ object: Any?) -> Bool { (object as? CLFloor)?.level == level }

    open override var hash: Int { level.hashValue }
}
