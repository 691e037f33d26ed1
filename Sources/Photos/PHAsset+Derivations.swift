internal import Catalogue

extension PHAsset {
    /// Why one of an asset's values is what it is; Heliograph's own.
    public struct Derivation: Hashable, Sendable {
        /// The value, such as `photoPanorama` or `creationDate`.
        public let value: String
        /// The rule that decided it, such as the name of a tag.
        public let rule: String
        /// What the rule saw in the files.
        public let detail: String
    }

    /// The reasons for what was derived from the asset's files, in the order in which it was, as of when the asset was
    /// fetched; Heliograph's own.
    public var derivations: [Derivation] {
        (record?.evidence ?? "").split(separator: "\n").map { line in
            let parts = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
            let texts = parts.map(String.init) + ["", ""]
            return Derivation(value: texts[0], rule: texts[1], detail: texts[2])
        }
    }

    /// Why the asset's own file cannot be shown; nil if nothing speaks against it; Heliograph's own.
    public var unreadableReason: String? { record?.unreadableReason }
}
