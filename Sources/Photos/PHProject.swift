/// A book, a card or a slideshow in Apple's Photos, for code that checks whether a collection is one.
///
/// No library on Linux has any.
open class PHProject: PHAssetCollection, @unchecked Sendable {
    // `@unchecked Sendable` is true because nothing is stored.
}
