internal import PhotoModel

/// A rule that detects a subtype or a trait: a name, and a condition that returns its evidence.
struct DerivationRule<Value: OptionSet & Sendable>: Sendable {
    let value: Value
    let name: StaticString
    /// Returns the evidence, or nil if the rule does not hold.
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

/// All rules in the order they are tried; the first one that holds for a value is its evidence.
enum DerivationRules {
    static let pictures: [SubtypeRule] =
        panoramas + screenshots + highDynamicRange + depth + animations + spatialPictures
    static let films: [SubtypeRule] =
        timelapses + highFrameRates + screenRecordings + cinematic + spatialFilms
    static let traits: [TraitRule] = formatTraits + gainMaps + motionPhotos + nameTraits
}
