package import Renditions

/// Keeps renditions, so that they are made once.
package protocol PictureStore: Sendable {
    /// The encoded picture that was made of such content for such a request.
    func find(_ content: ContentKey, _ request: RenditionRequest) -> Picture?
    /// Keeps what is encoded of a picture.
    ///
    /// - Returns: Why nothing can be kept at present, or nil.
    @discardableResult
    func keep(_ picture: Picture, _ content: ContentKey, _ request: RenditionRequest) -> String?
}
