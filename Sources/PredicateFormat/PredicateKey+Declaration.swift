internal import PhotoModel

extension PredicateKey {
    /// The definition of a key, used by the parser, the rules and SQL.
    ///
    /// Only the values come from elsewhere: from each ``PredicateSubject``.
    struct Declaration {
        let entities: [Entity]
        let kind: PredicateValue.Kind
        /// The key in SQL; dates in microseconds.
        let column: String
        let mayBeNull: Bool
        /// Whether its number is a bit set, so that CONTAINS tests bits.
        let isOptionSet: Bool
        /// Other names in lower case, including PhotoKit's older ones.
        let synonyms: [String]

        init(
            _ kind: PredicateValue.Kind,
            _ column: String,
            of entities: [Entity] = [.asset],
            mayBeNull: Bool = false,
            isOptionSet: Bool = false,
            synonyms: [String] = []
        ) {
            (self.kind, self.column, self.entities) = (kind, column, entities)
            (self.mayBeNull, self.isOptionSet) = (mayBeNull, isOptionSet)
            self.synonyms = synonyms
        }

        static func optional(_ kind: PredicateValue.Kind, _ column: String) -> Declaration {
            Declaration(kind, column, mayBeNull: true)
        }

        static func optionSet(_ column: String, synonyms: [String] = []) -> Declaration {
            Declaration(.number, column, isOptionSet: true, synonyms: synonyms)
        }

        /// Declares a key of albums and folders, which are compared in memory and not in SQL.
        static func collection(
            _ kind: PredicateValue.Kind,
            synonyms: [String] = []
        ) -> Declaration {
            Declaration(kind, "NULL", of: [.collection], mayBeNull: true, synonyms: synonyms)
        }
    }

    /// Returns the expression for a column of written texts, for which most assets have no row.
    private static func written(_ column: String) -> String {
        "(SELECT \(column) FROM description WHERE description.id = asset.id)"
    }

    /// The name of the date's source in JSON.
    private static let dateSource =
        "(CASE asset.dateSource"
        + DateSource.allCases.map { " WHEN \($0.rawValue) THEN '\($0.name)'" }.joined()
        + " END)"

    private typealias Function = PredicateSQL.Function

    var declaration: Declaration {
        switch self {
        case .localIdentifier:
            .init(
                .text,
                "\(Function.identifier)(asset.uuid)",
                of: [.asset, .collection],
                synonyms: ["self", "id"]
            )
        case .creationDate: .init(.date, "asset.creationDate")
        case .creationDateSource: .init(.text, Self.dateSource)
        case .modificationDate: .init(.date, "(asset.modificationDate / 1000)")
        case .addedDate: .init(.date, "asset.addedDate")
        case .mediaType: .init(.number, "asset.mediaType")
        case .mediaSubtypes: .optionSet("asset.subtypes", synonyms: ["mediasubtype"])
        case .traits: .optionSet("(asset.traits & 32767)")
        case .duration: .init(.number, "asset.duration")
        case .pixelWidth: .init(.number, "asset.width")
        case .pixelHeight: .init(.number, "asset.height")
        case .isFavorite: .init(.number, "asset.favorite", synonyms: ["favorite"])
        case .isHidden: .init(.number, "asset.hidden", synonyms: ["hidden"])
        case .isReadable:
            .init(.number, "(asset.unreadableReason IS NULL)", synonyms: ["readable"])
        case .burstIdentifier: .optional(.text, "asset.burstIdentifier")
        case .representsBurst: .init(.number, "asset.representsBurst")
        case .isTrashed: .init(.number, "(asset.partOf IS -1)", synonyms: ["trashed"])
        case .latitude: .optional(.number, "asset.latitude")
        case .longitude: .optional(.number, "asset.longitude")
        case .altitude: .optional(.number, "asset.altitude")
        case .uti: .init(.text, "asset.uti")
        case .size: .init(.number, "resource.size")
        case .cameraMake: .optional(.text, "asset.cameraMake")
        case .cameraModel: .optional(.text, "asset.cameraModel")
        case .lensModel: .optional(.text, "asset.lensModel")
        case .filename: .init(.text, "\(Function.name)(resource.name)")
        case .directory: .init(.text, "NULL")
        case .title:
            .init(
                .text,
                Self.written("title"),
                of: [.asset, .collection],
                mayBeNull: true,
                synonyms: ["localizedtitle"]
            )
        case .caption:
            .init(.text, Self.written("caption"), mayBeNull: true, synonyms: ["assetdescription"])
        case .keywords: .init(.text, Self.written("keywords"), mayBeNull: true)
        case .rating: .init(.number, "coalesce(\(Self.written("rating")), 0)")
        case .startDate, .endDate: .collection(.date)
        case .estimatedAssetCount: .collection(.number)
        case .number: .init(.number, "asset.id", of: [])
        case .directoryNumber: .init(.number, "asset.directory", of: [])
        }
    }

    /// The usual names: that of JSON lines first, if it is another.
    var spellings: [String] {
        guard rawValue.hasPrefix("is") else { return [rawValue] }
        return declaration.synonyms.prefix(1) + [rawValue]
    }

    /// The names to list for people.
    package var names: String { spellings.joined(separator: " or ") }

    package static func keys(of entity: Entity) -> [PredicateKey] {
        allCases.filter { $0.declaration.entities.contains(entity) }
    }

    /// Creates the key with a name, ignoring case.
    package init?(_ name: String, of entity: Entity) {
        let folded = name.lowercased()
        let key = Self.keys(of: entity).first {
            $0.rawValue.lowercased() == folded || $0.declaration.synonyms.contains(folded)
        }
        guard let key else { return nil }
        self = key
    }

    /// Whether it has any number of values; a condition then asks whether it holds for one of them.
    package var isToMany: Bool { self == .keywords }

    /// Whether it can be a sort key.
    package var isSortable: Bool { !isToMany && self != .directory }

    package var kind: PredicateValue.Kind { declaration.kind }

    /// The key in SQL; dates in microseconds.
    package var column: String { declaration.column }

    var mayBeNull: Bool { declaration.mayBeNull }

    /// Whether its number is a bit set, so that CONTAINS tests bits.
    var isOptionSet: Bool { declaration.isOptionSet }
}
