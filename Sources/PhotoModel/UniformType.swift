/// A type of file as Apple's systems declare it; ``UniformType/all`` is the complete list.
///
/// The formats of files, the types of resources and the results of `UTType` all come from this one table.
package struct UniformType: Sendable {
    /// An identifier such as `public.jpeg`.
    package let identifier: String
    /// The types it conforms to directly; conformance is transitive.
    package let supertypes: [String]
    /// The filename extensions in lower case, the preferred one first.
    package let filenameExtensions: [String]
    /// The MIME types, likewise.
    package let mimeTypes: [String]
    /// A short description in English, for people.
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

    /// Returns the type with an identifier, ignoring case.
    package static func named(_ identifier: String) -> UniformType? {
        byIdentifier[identifier] ?? byIdentifier[identifier.lowercased()]
    }

    /// Returns the types with an extension or a MIME type, in the order of their declaration.
    package static func types(
        with tag: String,
        of tags: KeyPath<UniformType, [String]>
    ) -> [UniformType] {
        let tag = tag.lowercased()
        return all.filter { $0[keyPath: tags].contains(tag) }
    }

    /// Returns all types that the given ones conform to, without these themselves.
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
