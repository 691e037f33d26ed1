package import Renditions

/// A store of renditions, so that each is made only once.
package protocol PictureStore: Sendable {
    /// Returns the encoded picture that was made of this content for this request.
    func find(_ content: ContentKey, _ request: RenditionRequest) -> Picture?
    /// Keeps the encoded form of a picture.
    ///
    /// - Returns: Why nothing can be kept at present, or nil.
    @discardableResult
    func keep(_ picture: Picture, _ content: ContentKey, _ request: RenditionRequest) -> String?
}
