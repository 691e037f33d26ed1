internal import PhotoModel

/// The place of a picture in the order of its burst.
struct BurstPlace: Equatable, Comparable, Sendable {
    let key: String
    let isPrimary: Bool
    /// Microseconds since 1970.
    let date: Int64
    let name: [UInt8]
    let asset: Int64

    /// Returns nil for a photo without a burst key, and for a file that is not an asset of its own.
    init?(_ record: AssetRecord) {
        guard let key = record.burstKey, record.isShown else { return nil }
        (self.key, isPrimary, asset) = (key, record.isBurstPrimary, record.id)
        (date, name) = (record.creationDate.microseconds, record.file.name)
    }

    /// Returns whether a picture comes before another of the burst.
    ///
    /// The picture that its file calls the cover comes first, then the order is by date, then by name. The index
    /// `burstByOrder` has the same order.
    static func < (a: BurstPlace, b: BurstPlace) -> Bool {
        if a.isPrimary != b.isPrimary { return a.isPrimary }
        if a.date != b.date { return a.date < b.date }
        return a.name == b.name ? a.asset < b.asset : a.name.lexicographicallyPrecedes(b.name)
    }
}

extension BurstPlace {
    /// Returns the identifier of a burst: the one its files give, or else one derived from its key, which never
    /// changes.
    static func identifier(of key: String, in library: ObjectUUID) -> String {
        let text = key.drop { $0 != ":" }.dropFirst()
        guard key.hasPrefix("name:") else { return String(text) }
        var hash = (UInt64(0xCBF2_9CE4_8422_2325), UInt64(0x8422_2325_CBF2_9CE4))
        for byte in key.utf8 {
            hash.0 = (hash.0 ^ UInt64(byte)) &* 0x100_0000_01B3
            hash.1 = (hash.1 &+ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15
        }
        let uuid = ObjectUUID(high: hash.0 ^ library.high, low: hash.1 ^ library.low)
        return uuid.description
    }
}
