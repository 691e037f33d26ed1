/// A type of file as Apple's systems declare it: what ``UniformType/all`` says is all there is to say of it.
///
/// What files are told to be, what resources are known as and what `UTType` answers come from this one table.
package struct UniformType: Sendable {
    /// Such as `public.jpeg`.
    package let identifier: String
    /// The types it conforms to itself; what these conform to counts too.
    package let supertypes: [String]
    /// In lower case, the preferred one first.
    package let filenameExtensions: [String]
    /// Likewise.
    package let mimeTypes: [String]
    /// A few words for people, in English.
    package let description: String

    init(
        _ identifier: String,
        _ description: String,
        _ supertypes: String,
        _ filenameExtensions: String = "",
        _ mimeTypes: String = ""
    ) {
        func words(_ text: String) -> [String] {
            text.split(separator: " ").map(String.init)
        }
        (self.identifier, self.description) = (identifier, description)
        self.supertypes = words(supertypes)
        self.filenameExtensions = words(filenameExtensions)
        self.mimeTypes = words(mimeTypes)
    }

    /// The declared types by identifier.
    private static let byIdentifier = Dictionary(
        all.map { ($0.identifier, $0) },
        uniquingKeysWith: { first, _ in first }
    )

    /// The type with an identifier; capital letters do not matter.
    package static func named(_ identifier: String) -> UniformType? {
        byIdentifier[identifier] ?? byIdentifier[identifier.lowercased()]
    }

    /// The types with an extension or a MIME type, those declared first preferred.
    package static func types(
        with tag: String,
        of tags: KeyPath<UniformType, [String]>
    ) -> [UniformType] {
        let tag = tag.lowercased()
        return all.filter { $0[keyPath: tags].contains(tag) }
    }

    /// Everything a type conforms to, itself left out.
    package static func ancestors(of identifiers: [String]) -> Set<String> {
        var found: Set<String> = []
        var waiting = identifiers
        while let next = waiting.popLast() {
            guard found.insert(next).inserted else { continue }
            waiting += named(next)?.supertypes ?? []
        }
        return found
    }
}
