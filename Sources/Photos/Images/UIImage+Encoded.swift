public import Foundation
internal import Imaging
internal import Renditions
public import UniformTypeIdentifiers

extension UIImage {
    /// The encoded file that the image came from, as the cache keeps it; nil for an image made from pixels.
    ///
    /// This property is Heliograph's own. It lets a server, for example, pass pictures on without decoding and encoding
    /// them.
    public var encodedData: Data? { encoded?.encoded.map { Data($0) } }

    /// The format of ``encodedData``; this property is Heliograph's own.
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
