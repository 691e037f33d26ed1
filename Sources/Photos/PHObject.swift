public import Foundation
internal import PredicateFormat

/// Something in a photo library: an asset, a collection or a list of collections.
///
/// An object is as the library was when it was fetched; it never changes. Two objects are equal when
/// their identifiers are.
open class PHObject: NSObject, NSCopying, NSKeyValueCoding, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant here and in the
    // subclasses of this module.

    /// Names the object for as long as the library lasts.
    open var localIdentifier: String { identifier }
    private let identifier: String

    /// An object that is nowhere, with an empty identifier.
    public override init() {
        identifier = ""
    }

    init(localIdentifier: String) {
        identifier = localIdentifier
    }

    /// Where it was fetched; nil for what is nowhere, or about to be made.
    var origin: LibraryConnection? { nil }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? PHObject else { return false }
        // What is nowhere is itself only.
        return other === self
            || (!localIdentifier.isEmpty && other.localIdentifier == localIdentifier)
    }

    /// The class and the identifier, and what there is to tell of the kind of object, as on Apple's systems.
    open override var description: String { head }

    open override var hash: Int { localIdentifier.hashValue }

    /// The value of a property by its name; nil for names nobody knows.
    ///
    /// Numbers, enumerations and option sets among them are `NSNumber`. Assets know besides what code for Apple's
    /// systems asks by name because there is no property for it, such as `filename`, and the keys of predicates.
    open func value(forKey key: String) -> Any? {
        Self.objectKeys[key]?(self)
    }

    /// The value of a key for a predicate.
    func value(of key: PredicateKey) -> PredicateValue {
        key == .localIdentifier ? .text(localIdentifier) : .null
    }
}

/// Stands for an object that a change request is about to create.
open class PHObjectPlaceholder: PHObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because nothing is stored here.
}
