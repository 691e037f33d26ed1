public import Foundation
internal import Imaging
internal import Renditions
public import UniformTypeIdentifiers

extension UIImage {
    /// The file that the image came in, as the cache of pictures keeps it; nil for what was made of pixels;
    /// Heliograph's own.
    ///
    /// Who hands pictures on, such as a server, needs not have them decoded and encoded again.
    public var encodedData: Data? { encoded?.encoded.map { Data($0) } }

    /// What kind of file ``encodedData`` is; Heliograph's own.
    public var encodedType: UTType? {
        switch encoded?.format {
        case .jpeg?: .jpeg
        case .png?: .png
        case .webp?: .webP
        case .avif?: UTType("public.avif")
        case RenditionFacts.Format.none?, nil: nil
        }
    }

    private var encoded: Picture? {
        guard imageOrientation == .up, let picture = stored?.undecoded, picture.encoded != nil
        else { return nil }
        return picture
    }
}
