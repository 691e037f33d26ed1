internal import PhotoModel

/// A property that predicates and sort orders can use.
package enum PredicateKey: String, Sendable, CaseIterable {
    case localIdentifier
    case creationDate, modificationDate, addedDate
    /// Where the creation date comes from, as text.
    case creationDateSource
    case mediaType, mediaSubtypes, traits
    case duration, pixelWidth, pixelHeight
    case isFavorite, isHidden
    /// Whether its file could be read.
    case isReadable
    case burstIdentifier, representsBurst
    /// Whether it is in the trash; used only by smart albums.
    case isTrashed
    case latitude, longitude, altitude
    case uti, size, cameraMake, cameraModel, lensModel, filename
    /// The path of the file's directory below the library's folder, as text; only the catalogue knows which photos are
    /// in it.
    case directory
    case title, caption, rating
    /// Several texts, for ANY and CONTAINS.
    case keywords
    case startDate, endDate, estimatedAssetCount
    /// An asset's number, which only the catalogue itself uses.
    case number
    /// The number of an asset's directory, likewise internal.
    case directoryNumber

    /// The kind of object a predicate is about: assets, or albums and folders.
    package enum Entity: Sendable {
        case asset, collection
    }

    /// The names that stand for numbers in text, such as `mediaType == image`.
    static let literals = Dictionary(
        allCases.flatMap(\.namedValues).map { ("\($0.name)".lowercased(), $0.number) }
    ) { first, _ in first }

    /// The numbers it can have that have names in text, in order.
    package var namedValues: [(name: StaticString, number: Int64)] {
        switch self {
        case .mediaType: MediaType.allCases.map { ($0.name, Int64($0.rawValue)) }
        case .mediaSubtypes: MediaSubtypes.names.map { ($0.name, Int64($0.subtype.rawValue)) }
        case .traits: AssetTraits.names.map { ($0.name, Int64($0.trait.rawValue)) }
        default: []
        }
    }
}

/// An object that predicates can be evaluated for.
package protocol PredicateSubject {
    /// Returns the value of a key; null if it has no value or the key belongs to another kind of object.
    func value(_ key: PredicateKey) -> PredicateValue
}
