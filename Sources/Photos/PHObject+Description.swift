internal import Foundation

/// Descriptions of objects for debuggers and logs, in the format of Apple's systems.
extension PHObject {
    /// The class, the address and the identifier.
    var head: String { "<\(type(of: self)): \(address)> \(localIdentifier)" }
}

extension NSObject {
    var address: String {
        "0x" + String(UInt(bitPattern: ObjectIdentifier(self)), radix: 16)
    }
}

extension PHAsset {
    var summary: String {
        let subtypes = mediaSubtypes.rawValue
        let date = creationDate.map { "\($0)" } ?? "(null)"
        return
            "\(head) mediaType=\(mediaType.rawValue)/\(subtypes), sourceType=\(sourceType.rawValue), "
            + "(\(pixelWidth)x\(pixelHeight)), creationDate=\(date), location=\(location == nil ? 0 : 1), "
            + "hidden=\(isHidden ? 1 : 0), favorite=\(isFavorite ? 1 : 0), "
            + "adjusted=\(hasAdjustments ? 1 : 0)"
    }
}

extension PHCollection {
    /// The head and the title; Apple's systems also show a subtitle with places, which do not exist here.
    var titled: String {
        "\(head), title:\"\(localizedTitle ?? "(null)")\", subtitle:\"(null)\""
    }
}
