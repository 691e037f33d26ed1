/// A change of the readers or rules that changes the metadata of files already in the catalogue.
///
/// A catalogue keeps the number of the last revision it was filled by. Files that a later revision concerns are read
/// again, once, so that their metadata is what ``MetadataReader`` returns today.
package struct RuleRevision: Sendable {
    package let number: Int
    /// The formats it concerns; nil for all.
    package let formats: Set<MediaFormat>?

    /// All revisions in order; new ones are added at the end.
    package static let all = [
        // Earlier versions kept no number.
        RuleRevision(number: 1, formats: nil),
        // Titles, captions and keywords; coordinates written as text; raw pictures and films that were not read before.
        RuleRevision(number: 2, formats: nil),
        // Edited versions belong to the asset of their original.
        RuleRevision(number: 3, formats: nil),
        // Films in motion photos of Huawei and Honor.
        RuleRevision(number: 4, formats: [.jpeg]),
        // Dates that are known in part; which dates say when a picture was digitized.
        RuleRevision(number: 5, formats: nil),
        // Dates in the headers of tracks, in words, among Photoshop's resources; the last resorts.
        RuleRevision(number: 6, formats: nil),
        // The clock by GPS, or by the name of a film.
        RuleRevision(number: 7, formats: nil),
        // Names of more programs and languages; PNG files with light above white.
        RuleRevision(number: 8, formats: nil),
        // Places, ratings and dates as more programs write them; what a sidecar says it is for.
        RuleRevision(number: 9, formats: nil),
    ]

    /// The number of the latest revision.
    package static var current: Int { all.last?.number ?? 0 }

    /// Returns the uniform type identifiers of the files to read again after a revision; nil for all files.
    package static func types(since number: Int) -> Set<String>? {
        var types: Set<String> = []
        for revision in all where revision.number > number {
            guard let formats = revision.formats else { return nil }
            types.formUnion(formats.map(\.uniformTypeIdentifier))
        }
        return types
    }
}
