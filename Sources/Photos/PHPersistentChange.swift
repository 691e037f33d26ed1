internal import Catalogue
public import Foundation
internal import FoundationBridging

/// A position in the history of a library; it can be archived and is valid for as long as the history goes back to it.
public final class PHPersistentChangeToken: NSObject, NSCopying, NSSecureCoding, Sendable {
    let token: ChangeToken

    init(_ token: ChangeToken) {
        self.token = token
    }

    /// Returns the token itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether tokens can be read from untrusted archives: always true.
    public static let supportsSecureCoding = true

    /// Writes the token's text to an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(NSString(string: token.description), forKey: "token")
    }

    /// Reads a token from an archive; nil if it contains none.
    public init?(coder: NSCoder) {
        let text = coder.decodeNested(NSString.self, forKey: "token")
        guard let text, let token = try? ChangeToken(String(describing: text)) else { return nil }
        self.token = token
    }

    /// Returns whether a token has the same position.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? PHPersistentChangeToken)?.token.description == token.description
    }

    /// A hash value that is equal for equal tokens.
    public override var hash: Int { token.description.hashValue }
}

extension ChangeToken {
    /// The position where no catalogue can be read.
    static var ofNoLibrary: Self { Self(library: 0, epoch: 0, sequence: 0) }
}

/// The changes of the objects of one kind in one persistent change.
public final class PHPersistentObjectChangeDetails: NSObject, Sendable {
    /// The kind of the objects.
    public let objectType: PHObjectType
    /// The identifiers of the objects that were added.
    public let insertedLocalIdentifiers: Set<String>
    /// The identifiers of the objects that changed or were moved.
    public let updatedLocalIdentifiers: Set<String>
    /// The identifiers of the objects that were removed.
    public let deletedLocalIdentifiers: Set<String>

    init(_ objectType: PHObjectType, _ objects: TransactionObjects) {
        self.objectType = objectType
        (insertedLocalIdentifiers, updatedLocalIdentifiers) = (objects.inserted, objects.updated)
        deletedLocalIdentifiers = objects.deleted
    }
}

/// A committed change of a library.
///
/// Changes of the last hours are single transactions; older transactions of the same minute are combined.
public final class PHPersistentChange: NSObject, Sendable {
    private let range: CommittedRange
    private let connection: LibraryConnection

    init(_ range: CommittedRange, _ connection: LibraryConnection) {
        (self.range, self.connection) = (range, connection)
    }

    /// The position after the change, from which a program that has processed it continues.
    public var changeToken: PHPersistentChangeToken { PHPersistentChangeToken(range.token) }

    /// Returns the changes of the objects of a kind.
    ///
    /// - Throws: ``PHPhotosError`` with `persistentChangeDetailsUnavailable` if the history no longer goes back to the
    ///   change.
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

    /// An iterator over the changes.
    public struct Iterator: IteratorProtocol {
        fileprivate var rest: ArraySlice<PHPersistentChange>

        /// Returns the next change; nil after the last one.
        public mutating func next() -> PHPersistentChange? { rest.popFirst() }
    }

    /// Returns an iterator that begins with the oldest change.
    public func makeIterator() -> Iterator { Iterator(rest: changes[...]) }
}
