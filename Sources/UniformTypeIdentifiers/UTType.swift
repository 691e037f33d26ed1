public import Foundation
internal import PhotoModel

/// A uniform type: its identifier, the types it conforms to, and its filename extensions and MIME types.
///
/// The declared types are those of photos, films and their sidecar files. There is no registry that programs can add
/// to: a program creates types of its own with ``init(exportedAs:conformingTo:)``.
public struct UTType: Sendable {
    /// The identifier, such as `public.jpeg`.
    public let identifier: String
    /// The identifier of the supertype that a program gave to a type of its own.
    private let parent: String?

    init(declared identifier: String) {
        (self.identifier, parent) = (identifier, nil)
    }

    private init(_ identifier: String, conformingTo parent: UTType?) {
        self.identifier = identifier
        self.parent = parent?.identifier ?? "public.data"
    }

    private var declaration: UniformType? { UniformType.named(identifier) }

    /// Creates the type with an identifier; nil if no such type is declared.
    ///
    /// Identifiers are case-insensitive.
    public init?(_ identifier: String) {
        guard let type = UniformType.named(identifier) else { return nil }
        self.init(declared: type.identifier)
    }

    /// Creates the type of files with an extension, if it conforms to another type; nil if no type matches.
    ///
    /// On Apple's systems an unknown extension creates a dynamic type, which has no name and carries no information.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        self.init(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
    }

    /// Creates the type with a MIME type, if it conforms to another type; nil if no type matches.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
    }

    /// Creates the type with a tag, if it conforms to another type; nil if no type matches.
    public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
        guard let found = Self.types(tag: tag, tagClass: tagClass, conformingTo: supertype).first
        else { return nil }
        self = found
    }

    /// Returns all types with a tag that conform to another type, the preferred one first.
    public static func types(
        tag: String,
        tagClass: UTTagClass,
        conformingTo supertype: UTType?
    ) -> [UTType] {
        let tags: KeyPath<UniformType, [String]>? =
            switch tagClass {
            case .filenameExtension: \.filenameExtensions
            case .mimeType: \.mimeTypes
            default: nil
            }
        guard let tags else { return [] }
        return UniformType.types(with: tag, of: tags).map { UTType(declared: $0.identifier) }
            .filter { type in supertype.map { type.conforms(to: $0) } ?? true }
    }

    /// Creates a type that the program defines.
    public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.init(identifier, conformingTo: parentType)
    }

    /// Creates a type that another program defines.
    public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self = UTType(identifier) ?? UTType(identifier, conformingTo: parentType)
    }
}

extension UTType {
    /// The preferred extension for files of the type; nil if it has none.
    public var preferredFilenameExtension: String? { declaration?.filenameExtensions.first }

    /// The preferred MIME type of the type; nil if it has none.
    public var preferredMIMEType: String? { declaration?.mimeTypes.first }

    /// A description of the type for users, in English.
    public var localizedDescription: String? { declaration?.description }

    /// All extensions and MIME types of the type, the preferred ones first.
    public var tags: [UTTagClass: [String]] {
        var tags: [UTTagClass: [String]] = [:]
        if let names = declaration?.filenameExtensions, !names.isEmpty {
            tags[.filenameExtension] = names
        }
        if let names = declaration?.mimeTypes, !names.isEmpty { tags[.mimeType] = names }
        return tags
    }

    /// Whether the type was created for an unknown tag; always false.
    public var isDynamic: Bool { false }

    /// Whether the type is declared, rather than defined by a program.
    public var isDeclared: Bool { declaration != nil }

    /// Whether the type is public, which means that no company owns it.
    public var isPublic: Bool { identifier.hasPrefix("public.") }

    /// All types that this type conforms to, without the type itself.
    public var supertypes: Set<UTType> { Set(ancestors.map { UTType(declared: $0) }) }

    private var ancestors: Set<String> {
        UniformType.ancestors(of: declaration?.supertypes ?? parent.map { [$0] } ?? [])
    }

    /// Returns whether the type is the other type or conforms to it.
    public func conforms(to type: UTType) -> Bool { self == type || isSubtype(of: type) }

    /// Returns whether the type conforms to another, different type.
    public func isSubtype(of type: UTType) -> Bool {
        self != type && ancestors.contains(type.identifier)
    }

    /// Returns whether another, different type conforms to this one.
    public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }
}

extension UTType: Hashable, Codable, CustomStringConvertible, CustomDebugStringConvertible {
    /// Returns whether two types have the same identifier.
    public static func == (a: UTType, b: UTType) -> Bool { a.identifier == b.identifier }

    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

    /// Decodes a type from its identifier; an undeclared one becomes a type defined by a program.
    public init(from decoder: any Decoder) throws {
        self.init(importedAs: try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the identifier.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(identifier)
    }

    /// The identifier.
    public var description: String { identifier }

    /// The identifier, and whether the type is declared.
    public var debugDescription: String {
        "\(identifier) (not dynamic, \(isDeclared ? "" : "not ")declared)"
    }
}

/// A naming scheme for types, such as filename extensions.
public struct UTTagClass: RawRepresentable, Hashable, Sendable {
    /// The identifier of the class.
    public let rawValue: String

    /// Creates a tag class from its identifier.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The extension of a filename.
    public static let filenameExtension = UTTagClass(rawValue: "public.filename-extension")
    /// The MIME type, as used by web servers and e-mail.
    public static let mimeType = UTTagClass(rawValue: "public.mime-type")
}

extension URL {
    /// Returns the URL with the preferred extension of a type appended, or unchanged if the type has none.
    public func appendingPathExtension(for type: UTType) -> URL {
        type.preferredFilenameExtension.map { appendingPathExtension($0) } ?? self
    }

    /// Appends the preferred extension of a type.
    public mutating func appendPathExtension(for type: UTType) {
        self = appendingPathExtension(for: type)
    }

    /// Returns the URL of a file in a directory, and adds the type's preferred extension unless the name has one of its
    /// extensions.
    public func appendingPathComponent(_ name: String, conformingTo type: UTType) -> URL {
        let url = appendingPathComponent(name)
        let isTagged = type.tags[.filenameExtension]?.contains(url.pathExtension.lowercased())
        return isTagged == true ? url : url.appendingPathExtension(for: type)
    }
}
