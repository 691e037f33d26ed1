internal import PhotoModel

/// A property that predicates and sort orders can name.
package enum PredicateKey: String, Sendable, CaseIterable {
    case localIdentifier
    case creationDate, modificationDate, addedDate
    case mediaType, mediaSubtypes, traits
    case duration, pixelWidth, pixelHeight
    case isFavorite, isHidden
    case burstIdentifier, representsBurst
    /// Whether it lies in the trash; asked for by smart albums only.
    case isTrashed
    case latitude, longitude, altitude
    case uti, size, cameraMake, cameraModel, lensModel, filename
    /// The path of the directory that the file lies in, below the library's folder: texts, of which only the catalogue
    /// knows which photos that are.
    case directory
    case title, caption, rating
    /// Several texts: asked for by ANY and CONTAINS.
    case keywords
    case startDate, endDate, estimatedAssetCount
    /// An asset's number, which only the catalogue itself asks for.
    case number
    /// The number of an asset's directory, likewise.
    case directoryNumber

    /// What is asked for assets, and what for albums and folders.
    package enum Entity: Sendable {
        case asset, collection
    }

    /// Names that stand for numbers in text, such as `mediaType == image`.
    static let literals = Dictionary(
        allCases.flatMap(\.namedValues).map { ("\($0.name)".lowercased(), $0.number) }
    ) { first, _ in first }

    /// The numbers that it can have and that have names in text, in their order.
    package var namedValues: [(name: StaticString, number: Int64)] {
        switch self {
        case .mediaType: MediaType.allCases.map { ($0.name, Int64($0.rawValue)) }
        case .mediaSubtypes: MediaSubtypes.names.map { ($0.name, Int64($0.subtype.rawValue)) }
        case .traits: AssetTraits.names.map { ($0.name, Int64($0.trait.rawValue)) }
        default: []
        }
    }
}

/// Something predicates are about.
package protocol PredicateSubject {
    /// The value of a key; null when there is none, or when the key is of something else.
    func value(_ key: PredicateKey) -> PredicateValue
}
