/// A change of the readers or rules that makes another thing of files which are known.
///
/// A catalogue keeps the number of the last one it was filled by. Files that a later one concerns are read again,
/// once, so that what is known of them is what ``MetadataReader`` says today.
package struct RuleRevision: Sendable {
    package let number: Int
    /// The formats whose files it concerns; nil for all.
    package let formats: Set<MediaFormat>?

    /// All there were, in order; a later one is added at the end.
    package static let all = [
        // Earlier versions kept no number.
        RuleRevision(number: 1, formats: nil),
        // What people wrote; coordinates written as text; raw pictures and films that were not read before.
        RuleRevision(number: 2, formats: nil),
        // Edited versions are part of the asset of their original.
        RuleRevision(number: 3, formats: nil),
        // The films in motion photos of Huawei and Honor.
        RuleRevision(number: 4, formats: [.jpeg]),
    ]

    /// The number that goes with what files say now.
    package static var current: Int { all.last?.number ?? 0 }

    /// The uniform type identifiers of what is to be read again since a revision; nil for everything.
    package static func types(since number: Int) -> Set<String>? {
        var types: Set<String> = []
        for revision in all where revision.number > number {
            guard let formats = revision.formats else { return nil }
            types.formUnion(formats.map(\.uniformTypeIdentifier))
        }
        return types
    }
}
