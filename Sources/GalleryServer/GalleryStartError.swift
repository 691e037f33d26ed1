internal import Foundation
internal import Photos

/// The reason why the gallery does not start, and the remedy.
public struct GalleryStartError: Error, CustomStringConvertible {
    /// The problem and its remedy.
    public let description: String
    /// The exit status for it, as in `sysexits.h`.
    public let exitStatus: Int32

    /// The error of an editable gallery that may not write the catalogue; nil if it may, or without a catalogue.
    ///
    /// Another user owns the catalogue, or the service's sandbox makes its disk read-only.
    static func unwritable(_ options: GalleryOptions) -> GalleryStartError? {
        let path = PHPhotoLibrary.shared().catalogueURL.path
        guard options.isEditable, unsafe access(path, F_OK) == 0, unsafe access(path, W_OK) != 0
        else { return nil }
        let reason = unsafe String(cString: strerror(errno))
        return GalleryStartError(
            description: "--editable needs to write the catalogue \(path): \(reason). "
                + "The service of the package only shows the library; to change it, run a gallery as "
                + "the user who owns the catalogue",
            exitStatus: EX_NOPERM
        )
    }
}
