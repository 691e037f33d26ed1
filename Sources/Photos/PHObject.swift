public import Foundation
internal import PredicateFormat

/// An object in a photo library: an asset, a collection or a list of collections.
///
/// An object shows the library as it was when the object was fetched; it never changes. Two objects are equal if their
/// identifiers are equal.
open class PHObject: NSObject, NSCopying, NSKeyValueCoding, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant here and in the
    // subclasses of this module.

    /// The identifier of the object, which stays the same for the lifetime of the library.
    open var localIdentifier: String { identifier }
    private let identifier: String

    /// Creates an object that is in no library, with an empty identifier.
    public override init() {
        identifier = ""
    }

    init(localIdentifier: String) {
        identifier = localIdentifier
    }

    /// The connection the object was fetched from; nil for an object that is in no library, or not yet.
    var origin: LibraryConnection? { nil }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? PHObject else { return false }
        // Objects without an identifier are equal only to themselves.
        return other === self
            || (!localIdentifier.isEmpty && other.localIdentifier == localIdentifier)
    }

    /// The class, the identifier and the properties of the kind of object, as on Apple's systems.
    open override var description: String { head }

    open override var hash: Int { localIdentifier.hashValue }

    /// Returns the value of a property by its name; nil for unknown names.
    ///
    /// Numbers, including enumerations and option sets, are `NSNumber`. Assets also know the keys of predicates, and
    /// names that code for Apple's systems uses without a property, such as `filename`.
    open func value(forKey key: String) -> Any? {
        Self.objectKeys[key]?(self)
    }

    /// Returns the value of a predicate's key.
    func value(of key: PredicateKey) -> PredicateValue {
        key == .localIdentifier ? .text(localIdentifier) : .null
    }
}

/// A placeholder for an object that a change request is about to create.
open class PHObjectPlaceholder: PHObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because nothing is stored here.
}
