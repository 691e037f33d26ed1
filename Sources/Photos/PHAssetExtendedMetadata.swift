internal import Catalogue
public import Foundation
internal import PhotoModel

/// The descriptive metadata of an asset, from its files, from a sidecar or set in the library.
open class PHAssetExtendedMetadata: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and Sendable.

    private let texts: ExtendedMetadata
    private let name: String?

    init(_ record: AssetRecord?) {
        texts = record?.extendedMetadata ?? ExtendedMetadata()
        name = record.map { String(decoding: $0.file.name, as: UTF8.self) }
    }

    /// Creates empty metadata, for tests of apps.
    public override init() {
        (texts, name) = (ExtendedMetadata(), nil)
    }

    /// The title; on Apple's systems assets have none.
    open var title: String? { texts.title }

    /// The caption, possibly of several lines.
    open var caption: String? { texts.caption }

    /// The keywords in their original order.
    open var keywords: [String] { texts.keywords }

    /// The name of the asset's own file.
    open var originalFilename: String? { name }
}

extension PHAsset {
    /// A star rating; raw values match PhotoKit's.
    public enum Rating: Int, Sendable {
        /// No stars.
        case unset = 0
        /// One star.
        case one = 1
        /// Two stars.
        case two = 2
        /// Three stars.
        case three = 3
        /// Four stars.
        case four = 4
        /// Five stars.
        case five = 5
    }
}
