internal import Renditions

/// The programs that decode, and their time limits.
package struct ImagerPrograms: Sendable {
    package var pictures = "heliograph-imager"
    package var films = "heliograph-film-imager"
    /// The milliseconds for a picture; a tenth of that for a preview embedded in a file, and thirty times as many in
    /// the background.
    package var deadline: Int64 = 30_000

    package init() {}

    func deadline(_ order: PictureOrder) -> Int64 {
        order.request.subject == .embedded ? deadline / 10 : deadline
    }
}
