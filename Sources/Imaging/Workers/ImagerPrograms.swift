internal import Renditions

/// The programs that decode, and how long they may take.
package struct ImagerPrograms: Sendable {
    package var pictures = "heliograph-imager"
    package var films = "heliograph-film-imager"
    /// Milliseconds for a picture; a tenth of it for one that is embedded in a file, thirty times as many in the
    /// background.
    package var deadline: Int64 = 30_000

    package init() {}

    func deadline(_ order: PictureOrder) -> Int64 {
        order.request.subject == .embedded ? deadline / 10 : deadline
    }
}
