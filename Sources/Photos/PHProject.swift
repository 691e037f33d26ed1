/// A book, a card or a slideshow of Apple's Photos: a name for code that asks whether a collection is one.
///
/// No library on Linux has any.
open class PHProject: PHAssetCollection, @unchecked Sendable {
    // `@unchecked Sendable` is true because nothing is stored.
}
