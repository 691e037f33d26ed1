internal import Catalogue
public import Foundation
internal import FoundationBridging

/// A position in the history of a library; it can be archived and lasts for as long as the history.
public final class PHPersistentChangeToken: NSObject, NSCopying, NSSecureCoding, Sendable {
    let token: ChangeToken

    init(_ token: ChangeToken) {
        self.token = token
    }

    /// Tokens never change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Tokens may be read from archives that are not trusted.
    public static let supportsSecureCoding = true

    /// Writes the token's text.
    public func encode(with coder: NSCoder) {
        coder.encode(NSString(string: token.description), forKey: "token")
    }

    /// Reads a token; nil when the archive holds none.
    public init?(coder: NSCoder) {
        let text = coder.decodeNested(NSString.self, forKey: "token")
        guard let text, let token = try? ChangeToken(String(describing: text)) else { return nil }
        self.token = token
    }

    /// Equal tokens name the same position.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? PHPersistentChangeToken)?.token.description == token.description
    }

    /// Equal for equal tokens.
    public override var hash: Int { token.description.hashValue }
}

/// What became of the objects of a kind in one change.
public final class PHPersistentObjectChangeDetails: NSObject, Sendable {
    /// The kind of the objects.
    public let objectType: PHObjectType
    /// Identifiers of what came.
    public let insertedLocalIdentifiers: Set<String>
    /// Identifiers of what changed or was moved.
    public let updatedLocalIdentifiers: Set<String>
    /// Identifiers of what went.
    public let deletedLocalIdentifiers: Set<String>

    init(_ objectType: PHObjectType, _ objects: TransactionObjects) {
        self.objectType = objectType
        (insertedLocalIdentifiers, updatedLocalIdentifiers) = (objects.inserted, objects.updated)
        deletedLocalIdentifiers = objects.deleted
    }
}

/// One committed change of a library.
///
/// Those of the last hours are transactions one by one; older ones of the same minute are one.
public final class PHPersistentChange: NSObject, Sendable {
    private let range: CommittedRange
    private let connection: LibraryConnection

    init(_ range: CommittedRange, _ connection: LibraryConnection) {
        (self.range, self.connection) = (range, connection)
    }

    /// The position after the change: who has dealt with it goes on from there.
    public var changeToken: PHPersistentChangeToken { PHPersistentChangeToken(range.token) }

    /// What became of the objects of a kind.
    ///
    /// - Throws: ``PHPhotosError`` with `persistentChangeDetailsUnavailable` when the history does not go back to
    ///   it any more.
    public func changeDetails(
        for objectType: PHObjectType
    ) throws -> PHPersistentObjectChangeDetails {
        let objects = connection.ask { [range] reader -> TransactionObjects? in
            guard try reader.bounds().pruned <= range.base else { return nil }
            switch objectType {
            case .asset: return try reader.assets(in: range)
            case .assetCollection:
                return try reader.collections(
                    [.album, .smartAlbum, .moment, .userAlbum],
                    in: range
                )
            case .collectionList: return try reader.collections([.folder, .userFolder], in: range)
            }
        }
        guard let objects, let objects else {
            throw PHPhotosError(.persistentChangeDetailsUnavailable)
        }
        return PHPersistentObjectChangeDetails(objectType, objects)
    }
}

/// The changes after a token, oldest first.
public final class PHPersistentChangeFetchResult: NSObject, Sequence, Sendable {
    private let changes: [PHPersistentChange]

    init(_ changes: [PHPersistentChange]) {
        self.changes = changes
    }

    /// Goes through the changes.
    public struct Iterator: IteratorProtocol {
        fileprivate var rest: ArraySlice<PHPersistentChange>

        /// The next change; nil after the last.
        public mutating func next() -> PHPersistentChange? { rest.popFirst() }
    }

    /// Begins with the oldest change.
    public func makeIterator() -> Iterator { Iterator(rest: changes[...]) }
}
