internal import PhotoModel

/// Makes identifiers.
final class IdentifierSource {
    private var random: any RandomNumberGenerator
    private var ordered = UUIDSequence()

    init(_ random: any RandomNumberGenerator) {
        self.random = random
    }

    /// Returns a new ID for an epoch; never 0.
    func epoch() -> UInt32 { UInt32.random(in: 1...UInt32.max, using: &random) }

    /// Returns a random identifier that does not sort by time.
    func unordered() -> ObjectUUID { .random(using: &random) }

    /// Returns an identifier that sorts after all that were made before.
    ///
    /// `microseconds`: The time since 1970.
    func next(at microseconds: Int64) -> ObjectUUID {
        ordered.next(at: microseconds, using: &random)
    }

    /// Makes later identifiers sort after a known one.
    func advance(past uuid: ObjectUUID) { ordered.advance(past: uuid) }
}
