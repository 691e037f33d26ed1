/// The reason why the gallery does not start, and the remedy.
struct GalleryStartError: Error, CustomStringConvertible {
    let description: String
}
