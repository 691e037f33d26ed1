public import Foundation

/// The difference between an object and its earlier state.
open class PHObjectChangeDetails<ObjectType: PHObject>: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and Sendable.

    /// The object that the details were requested for.
    public let objectBeforeChanges: ObjectType
    /// The object after the changes; nil if it is gone.
    public let objectAfterChanges: ObjectType?
    /// Whether an asset's photo or film changed; false for collections.
    public let assetContentChanged: Bool

    init(_ before: ObjectType, _ after: ObjectType?, assetContentChanged: Bool) {
        (objectBeforeChanges, objectAfterChanges) = (before, after)
        self.assetContentChanged = assetContentChanged
    }

    /// Whether the object was removed from the library.
    open var objectWasDeleted: Bool { objectAfterChanges == nil }
}
