/// How to take what is a matter of taste.
package struct DerivationPolicies: Equatable, Sendable, CustomStringConvertible {
    /// Whether a picture with a gain map is photoHDR: cameras write one into nearly every picture.
    package var gainMapsAreHDR = false
    /// Whether a motion photo, a picture with a film in the same file, is photoLive.
    package var motionPhotosAreLive = true

    package init() {}

    /// Reads a ``description``.
    package init(_ description: String) {
        gainMapsAreHDR = description.contains("gainMapsAreHDR=true")
        motionPhotosAreLive = !description.contains("motionPhotosAreLive=false")
    }

    /// The traits of files that are taken another way under other policies.
    package static let traits: AssetTraits = [.gainMap, .motionPhoto]

    package var description: String {
        "gainMapsAreHDR=\(gainMapsAreHDR) motionPhotosAreLive=\(motionPhotosAreLive)"
    }
}
