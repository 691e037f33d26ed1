/// An enumeration of Apple's with an additional value that `switch` need not name.
///
/// That value is the last case and marked unavailable, so the compiler asks only for the others. A `switch` without
/// `default` that meets it ends the program, as on Apple's systems if a later version has more cases.
protocol HasUnlistedValue: RawRepresentable where RawValue == Int {
    /// The number of cases without the unlisted one.
    static var listedCount: UInt8 { get }
}

extension HasUnlistedValue {
    /// The additional value.
    static var unlisted: Self {
        ensure(MemoryLayout<Self>.size == 1, "an enumeration without values takes one byte")
        // Cases are numbered in declaration order; there is no other way to make a value of an unavailable case.
        return unsafe unsafeBitCast(listedCount, to: Self.self)
    }

    /// Returns the case, or the additional value, that has a raw value.
    static func value(_ rawValue: Int) -> Self? {
        (0...listedCount).lazy.map { unsafe unsafeBitCast($0, to: Self.self) }
            .first { $0.rawValue == rawValue }
    }
}

extension PHAssetCollectionSubtype: HasUnlistedValue {
    static let listedCount: UInt8 = 29

    /// Assets in the trash; Apple's systems have the raw value without a name.
    ///
    /// It is not a case, so a `switch` over Apple's cases needs no `default`.
    public static var smartAlbumRecentlyDeleted: Self { unlisted }

    /// Creates the subtype with Apple's raw value; nil for an unknown one.
    public init?(rawValue: Int) {
        guard let value = Self.value(rawValue) else { return nil }
        self = value
    }
}

extension PHAssetResourceType: HasUnlistedValue {
    static let listedCount: UInt8 = 13

    /// An XMP file about the picture; Apple's systems have no such type.
    ///
    /// It is not a case, so a `switch` over Apple's cases needs no `default`.
    public static var sidecar: Self { unlisted }

    /// Creates the type with Apple's raw value; nil for an unknown one.
    public init?(rawValue: Int) {
        guard let value = Self.value(rawValue) else { return nil }
        self = value
    }
}
