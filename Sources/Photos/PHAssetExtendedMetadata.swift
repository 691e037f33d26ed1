internal import Catalogue
public import Foundation
internal import PhotoModel

/// What people wrote of an asset: into its files, into a sidecar, or what the library was told.
open class PHAssetExtendedMetadata: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and Sendable.

    private let texts: ExtendedMetadata
    private let name: String?

    init(_ record: AssetRecord?) {
        texts = record?.extendedMetadata ?? ExtendedMetadata()
        name = record.map { String(decoding: $0.file.name, as: UTF8.self) }
    }

    /// What was written of nothing, for tests of apps.
    public override init() {
        (texts, name) = (ExtendedMetadata(), nil)
    }

    /// A title; on Apple's systems assets have none.
    open var title: String? { texts.title }

    /// A caption, of several lines perhaps.
    open var caption: String? { texts.caption }

    /// The keywords in the order in which they were written.
    open var keywords: [String] { texts.keywords }

    /// The name of the asset's own file.
    open var originalFilename: String? { name }
}

extension PHAsset {
    /// Stars; the raw values are PhotoKit's.
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
