public import Foundation
internal import PhotoModel

/// A type of file: what it is called, what it conforms to, and by which extensions and MIME types it goes.
///
/// Declared are the types that photos, films and what lies beside them have. There is no registry that programs add
/// to: one that has types of its own makes them with ``init(exportedAs:conformingTo:)``.
public struct UTType: Sendable {
    /// Such as `public.jpeg`.
    public let identifier: String
    /// What a program said of a type of its own.
    private let parent: String?

    init(declared identifier: String) {
        (self.identifier, parent) = (identifier, nil)
    }

    private init(_ identifier: String, conformingTo parent: UTType?) {
        self.identifier = identifier
        self.parent = parent?.identifier ?? "public.data"
    }

    private var declaration: UniformType? { UniformType.named(identifier) }

    /// The type with an identifier; nil when none is declared.
    ///
    /// Capital letters do not matter.
    public init?(_ identifier: String) {
        guard let type = UniformType.named(identifier) else { return nil }
        self.init(declared: type.identifier)
    }

    /// The type files with an extension have, if it conforms to another; nil when none does.
    ///
    /// On Apple's systems an extension that no type has makes a type of its own, which has no name and says nothing.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        self.init(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
    }

    /// The type with a MIME type, if it conforms to another; nil when none does.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
    }

    /// The type with a tag, if it conforms to another; nil when none does.
    public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
        guard let found = Self.types(tag: tag, tagClass: tagClass, conformingTo: supertype).first
        else { return nil }
        self = found
    }

    /// Every type with a tag that conforms to another, the preferred one first.
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

    /// A type of the program's own.
    public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.init(identifier, conformingTo: parentType)
    }

    /// A type of another program's.
    public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self = UTType(identifier) ?? UTType(identifier, conformingTo: parentType)
    }
}

extension UTType {
    /// The extension that files of the type should have; nil for what is no file.
    public var preferredFilenameExtension: String? { declaration?.filenameExtensions.first }

    /// What the type is called on the network.
    public var preferredMIMEType: String? { declaration?.mimeTypes.first }

    /// What the type is, for people; in English.
    public var localizedDescription: String? { declaration?.description }

    /// All the extensions and MIME types it goes by, the preferred ones first.
    public var tags: [UTTagClass: [String]] {
        var tags: [UTTagClass: [String]] = [:]
        if let names = declaration?.filenameExtensions, !names.isEmpty {
            tags[.filenameExtension] = names
        }
        if let names = declaration?.mimeTypes, !names.isEmpty { tags[.mimeType] = names }
        return tags
    }

    /// Whether it was made up for a tag that no type has: never.
    public var isDynamic: Bool { false }

    /// Whether it is known, and not only a program's own.
    public var isDeclared: Bool { declaration != nil }

    /// Whether it belongs to no company.
    public var isPublic: Bool { identifier.hasPrefix("public.") }

    /// Every type it conforms to, itself left out.
    public var supertypes: Set<UTType> { Set(ancestors.map { UTType(declared: $0) }) }

    private var ancestors: Set<String> {
        UniformType.ancestors(of: declaration?.supertypes ?? parent.map { [$0] } ?? [])
    }

    /// Whether it is another type or conforms to that.
    public func conforms(to type: UTType) -> Bool { self == type || isSubtype(of: type) }

    /// Whether it conforms to another type and is not that.
    public func isSubtype(of type: UTType) -> Bool {
        self != type && ancestors.contains(type.identifier)
    }

    /// Whether another type conforms to it and is not it.
    public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }
}

extension UTType: Hashable, Codable, CustomStringConvertible, CustomDebugStringConvertible {
    /// Whether two types have the same identifier.
    public static func == (a: UTType, b: UTType) -> Bool { a.identifier == b.identifier }

    /// Feeds the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

    /// The type with an identifier out of an archive; one that is not declared is a program's own.
    public init(from decoder: any Decoder) throws {
        self.init(importedAs: try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the identifier.
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

/// A way in which types are named elsewhere.
public struct UTTagClass: RawRepresentable, Hashable, Sendable {
    /// Its identifier.
    public let rawValue: String

    /// A class of tags with an identifier.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The end of a file's name.
    public static let filenameExtension = UTTagClass(rawValue: "public.filename-extension")
    /// What servers and mails say of content.
    public static let mimeType = UTTagClass(rawValue: "public.mime-type")
}

extension URL {
    /// The URL with the extension files of a type should have; the same for a type without any.
    public func appendingPathExtension(for type: UTType) -> URL {
        type.preferredFilenameExtension.map { appendingPathExtension($0) } ?? self
    }

    /// Adds the extension that files of a type should have.
    public mutating func appendPathExtension(for type: UTType) {
        self = appendingPathExtension(for: type)
    }

    /// The URL of a file in a directory, with the extension of its type unless its name has one of these.
    public func appendingPathComponent(_ name: String, conformingTo type: UTType) -> URL {
        let url = appendingPathComponent(name)
        let isTagged = type.tags[.filenameExtension]?.contains(url.pathExtension.lowercased())
        return isTagged == true ? url : url.appendingPathExtension(for: type)
    }
}
