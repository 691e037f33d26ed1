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
    case title, startDate, endDate, estimatedAssetCount
    /// An asset's number, which only the catalogue itself asks for.
    case number

    /// What is asked for assets, and what for albums and folders.
    package enum Entity: Sendable {
        case asset, collection
    }

    package static func keys(of entity: Entity) -> [PredicateKey] {
        let collection: [PredicateKey] = [
            .localIdentifier, .title, .startDate, .endDate, .estimatedAssetCount,
        ]
        guard entity == .asset else { return collection }
        return [.localIdentifier] + allCases.filter { !collection.contains($0) && $0 != .number }
    }

    /// Other names of keys, PhotoKit's older ones among them.
    private static let synonyms: [String: PredicateKey] = [
        "self": .localIdentifier, "mediasubtype": .mediaSubtypes, "favorite": .isFavorite,
        "hidden": .isHidden, "trashed": .isTrashed, "localizedtitle": .title,
        "id": .localIdentifier,
    ]

    /// The key of a name; capital letters do not matter.
    package init?(_ name: String, of entity: Entity) {
        let folded = name.lowercased()
        let key =
            Self.allCases.first { $0.rawValue.lowercased() == folded } ?? Self.synonyms[folded]
        guard let key, Self.keys(of: entity).contains(key) else { return nil }
        self = key
    }

    package var kind: PredicateValue.Kind {
        switch self {
        case .localIdentifier, .burstIdentifier, .uti, .cameraMake, .cameraModel, .lensModel,
            .filename, .title:
            .text
        case .creationDate, .modificationDate, .addedDate, .startDate, .endDate: .date
        default: .number
        }
    }

    /// Whether its number is a set of bits, so that CONTAINS asks for bits.
    var isOptionSet: Bool { self == .mediaSubtypes || self == .traits }

    /// Names that stand for numbers in text, such as `mediaType == image`.
    static let literals: [String: Int64] = {
        var literals: [String: Int64] = ["unknown": 0, "image": 1, "video": 2, "audio": 3]
        for (subtype, name) in MediaSubtypes.names {
            literals["\(name)".lowercased()] = Int64(subtype.rawValue)
        }
        for (trait, name) in AssetTraits.names {
            literals["\(name)".lowercased()] = Int64(trait.rawValue)
        }
        return literals
    }()
}

/// Something predicates are about.
package protocol PredicateSubject {
    /// The value of a key; null when there is none, or when the key is of something else.
    func value(_ key: PredicateKey) -> PredicateValue
}
