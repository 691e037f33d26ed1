internal import PhotoModel

/// One way to tell a subtype or a trait: a name, and a condition that answers with what it saw.
struct DerivationRule<Value: OptionSet & Sendable>: Sendable {
    let value: Value
    let name: StaticString
    /// What decided, or nil when the rule does not hold.
    let evidence: @Sendable (FileFacts) -> String?

    init(
        _ value: Value,
        _ name: StaticString,
        _ evidence: @escaping @Sendable (FileFacts) -> String?
    ) {
        (self.value, self.name, self.evidence) = (value, name, evidence)
    }
}

typealias SubtypeRule = DerivationRule<MediaSubtypes>
typealias TraitRule = DerivationRule<AssetTraits>

/// Every rule, in the order they are tried; the first that holds for a value is its evidence.
enum DerivationRules {
    static let pictures: [SubtypeRule] =
        panoramas + screenshots + highDynamicRange + depth + animations + spatialPictures
    static let films: [SubtypeRule] =
        timelapses + highFrameRates + screenRecordings + cinematic + spatialFilms
    static let traits: [TraitRule] = formatTraits + gainMaps + motionPhotos + nameTraits
}
