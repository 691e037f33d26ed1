/// An enumeration of Apple's with a value of our own that `switch` need not name.
///
/// It is the last case and marked unavailable: the compiler asks for all others. A `switch` without `default` that
/// meets it ends the program, as on Apple's systems when a later one has more cases.
protocol HasUnlistedValue: RawRepresentable where RawValue == Int {
    /// How many cases it has without the unlisted one.
    static var listedCount: UInt8 { get }
}

extension HasUnlistedValue {
    /// The value of our own.
    static var unlisted: Self {
        ensure(MemoryLayout<Self>.size == 1, "an enumeration without values takes one byte")
        // Cases are numbered in the order they are declared in; nothing else makes a value of an unavailable one.
        return unsafe unsafeBitCast(listedCount, to: Self.self)
    }

    /// The case or the value of our own with a raw value.
    static func value(_ rawValue: Int) -> Self? {
        (0...listedCount).lazy.map { unsafe unsafeBitCast($0, to: Self.self) }
            .first { $0.rawValue == rawValue }
    }
}

extension PHAssetCollectionSubtype: HasUnlistedValue {
    static let listedCount: UInt8 = 29

    /// Assets in the trash; Apple's systems have the number without a name.
    ///
    /// It is no case: a `switch` over Apple's needs no `default`.
    public static var smartAlbumRecentlyDeleted: Self { unlisted }

    /// The subtype with Apple's number; nil when there is none.
    public init?(rawValue: Int) {
        guard let value = Self.value(rawValue) else { return nil }
        self = value
    }
}

extension PHAssetResourceType: HasUnlistedValue {
    static let listedCount: UInt8 = 13

    /// An XMP file about the picture; Apple's systems know no such part.
    ///
    /// It is no case: a `switch` over Apple's needs no `default`.
    public static var sidecar: Self { unlisted }

    /// The type with Apple's number; nil when there is none.
    public init?(rawValue: Int) {
        guard let value = Self.value(rawValue) else { return nil }
        self = value
    }
}
