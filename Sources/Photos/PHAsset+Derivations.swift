internal import Catalogue

extension PHAsset {
    /// The reason for one of an asset's values; Heliograph's own.
    public struct Derivation: Hashable, Sendable {
        /// The value, such as `photoPanorama` or `creationDate`.
        public let value: String
        /// The rule that decided it, such as the name of a tag.
        public let rule: String
        /// The evidence that the rule found in the files.
        public let detail: String
    }

    /// The reasons for the values derived from the asset's files, in the order of derivation, as of the fetch;
    /// Heliograph's own.
    public var derivations: [Derivation] {
        (record?.evidence ?? "").split(separator: "\n").map { line in
            let parts = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
            let texts = parts.map(String.init) + ["", ""]
            return Derivation(value: texts[0], rule: texts[1], detail: texts[2])
        }
    }

    /// The reason the asset's own file cannot be shown; nil if none is known; Heliograph's own.
    public var unreadableReason: String? { record?.unreadableReason }
}
