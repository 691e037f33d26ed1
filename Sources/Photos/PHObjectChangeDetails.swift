public import Foundation

/// How an object differs from what it was.
open class PHObjectChangeDetails<ObjectType: PHObject>: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and Sendable.

    /// The very object that was asked about.
    public let objectBeforeChanges: ObjectType
    /// The object as it is now; nil when it is gone.
    public let objectAfterChanges: ObjectType?
    /// Whether an asset's pictures are others; false for collections.
    public let assetContentChanged: Bool

    init(_ before: ObjectType, _ after: ObjectType?, assetContentChanged: Bool) {
        (objectBeforeChanges, objectAfterChanges) = (before, after)
        self.assetContentChanged = assetContentChanged
    }

    /// Whether it was removed from the library.
    open var objectWasDeleted: Bool { objectAfterChanges == nil }
}
