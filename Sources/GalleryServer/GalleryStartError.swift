/// Why the gallery does not start, and what to do.
struct GalleryStartError: Error, CustomStringConvertible {
    let description: String
}
