/// The choices that are a matter of taste.
package struct DerivationPolicies: Equatable, Sendable, CustomStringConvertible {
    /// Whether a picture with a gain map is photoHDR: cameras write one into nearly every picture.
    package var gainMapsAreHDR = false
    /// Whether a motion photo, a picture with a film in the same file, is photoLive.
    package var motionPhotosAreLive = true
    /// Whether the names of files and directories date a photo that has no date itself.
    package var datesFromNames = true

    package init() {}

    /// Parses a ``description``.
    package init(_ description: String) {
        gainMapsAreHDR = description.contains("gainMapsAreHDR=true")
        motionPhotosAreLive = !description.contains("motionPhotosAreLive=false")
        datesFromNames = !description.contains("datesFromNames=false")
    }

    /// The traits of files whose metadata depends on the policies.
    package static let traits: AssetTraits = [.gainMap, .motionPhoto]

    package var description: String { "\(traitPolicies) \(datePolicy)" }

    /// The part of the description that concerns files with ``traits``.
    package var traitPolicies: String {
        "gainMapsAreHDR=\(gainMapsAreHDR) motionPhotosAreLive=\(motionPhotosAreLive)"
    }

    /// The part that concerns files whose dates are guesses.
    package var datePolicy: String { "datesFromNames=\(datesFromNames)" }
}
