internal import LibraryPictures
internal import Catalogue
public import CoreLocation
public import Foundation
internal import LibraryFiles
internal import PhotoModel
public import UniformTypeIdentifiers

/// The identifier of a request for content to edit.
public typealias PHContentEditingInputRequestID = Int

/// In the info of a request, whether the content is in the cloud; always false, as everything is local on Linux.
public let PHContentEditingInputResultIsInCloudKey = "PHContentEditingInputResultIsInCloudKey"
/// In the info of a request, whether it was cancelled.
public let PHContentEditingInputCancelledKey = "PHContentEditingInputCancelledKey"
/// In the info of a request, the reason there is no input.
public let PHContentEditingInputErrorKey = "PHContentEditingInputErrorKey"

/// Options for requesting an asset's content for editing.
@safe open class PHContentEditingInputRequestOptions: NSObject {
    /// A closure that returns whether the program can continue from an earlier edit.
    ///
    /// If so, the input is the original with its adjustment data, otherwise the result of the edit. It is called on no
    /// particular queue, and only for an asset that has adjustment data.
    open var canHandleAdjustmentData: (PHAdjustmentData) -> Bool = { _ in false }
    /// Whether content may be downloaded; on Linux everything is local.
    open var isNetworkAccessAllowed = false
    /// Never called, because nothing is downloaded.
    open var progressHandler: ((Double, UnsafeMutablePointer<ObjCBool>) -> Void)?

    public override init() {}
}

/// The content of an asset, for a program that edits it.
///
/// The files are the library's own: a program only reads them, and writes its result to
/// ``PHContentEditingOutput/renderedContentURL``.
open class PHContentEditingInput: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and Sendable.

    let asset: PHAsset
    private let path: String?
    private let type: String?
    private let orientation: Int
    private let adjustments: PHAdjustmentData?
    /// The file that pictures are made from.
    private let picture: PictureFile?

    /// Creates an input without content.
    public override init() {
        (asset, path, type, orientation, adjustments) = (PHAsset(), nil, nil, 1, nil)
        picture = nil
    }

    /// Creates the input for an editor.
    ///
    /// `file` is the original or the result of an earlier edit. `adjustments` describe that edit, for a program that
    /// continues from it.
    init(_ asset: PHAsset, _ file: ResourceFile?, _ adjustments: PHAdjustmentData?) {
        (self.asset, self.adjustments) = (asset, adjustments)
        path = file.map { String(decoding: $0.path, as: UTF8.self) }
        type = file?.record.uti
        let isPicture = file?.record.mediaType == .image
        orientation = isPicture ? file.map { EditedFile.orientation(of: $0.path) } ?? 1 : 1
        picture = file.flatMap { file in
            asset.connection.map { PictureFile(file.record, file.path, $0) }
        }
    }

    /// The kind of medium of the asset.
    open var mediaType: PHAssetMediaType { asset.mediaType }
    /// The special kinds of photo and film that the asset belongs to.
    open var mediaSubtypes: PHAssetMediaSubtype { asset.mediaSubtypes }
    /// The date the asset was taken.
    open var creationDate: Date? { asset.creationDate }
    /// The location the asset was taken at.
    open var location: CLLocation? { asset.location }
    /// The type of the file to edit, such as `public.jpeg`.
    open var uniformTypeIdentifier: String? { type }
    /// The type of the file to edit.
    open var contentType: UTType? { type.flatMap { UTType($0) } }
    /// How the asset should be shown.
    open var playbackStyle: PHAsset.PlaybackStyle { asset.playbackStyle }

    /// The adjustments of the earlier edit, for a program that can continue from them; nil if the file should be edited
    /// as it is.
    open var adjustmentData: PHAdjustmentData? { adjustments }

    /// The URL of the picture; nil for a film.
    open var fullSizeImageURL: URL? { mediaType == .image ? url : nil }

    /// The URL of the film; nil for a picture.
    ///
    /// Heliograph's own, an alternative to ``audiovisualAsset``.
    open var fullSizeVideoURL: URL? { mediaType == .video ? url : nil }

    /// The picture to edit, or a frame of the film, upright and at most 1024 pixels wide and high; nil if it cannot be
    /// made.
    ///
    /// Reading it waits for the picture; later reads take it from the cache.
    open var displaySizeImage: UIImage? {
        guard let picture else { return nil }
        let size = CGSize(width: 1_024, height: 1_024)
        return ImageAnswers(picture, size, .aspectFit, nil).image
    }

    /// The film; nil for a picture.
    open var audiovisualAsset: AVAsset? {
        picture.flatMap { $0.isFilm ? AVURLAsset($0) : nil }
    }

    /// The Live Photo, with ``displaySizeImage`` as its still; nil for other assets.
    open var livePhoto: PHLivePhoto? {
        guard asset.mediaSubtypes.contains(.photoLive), let still = displaySizeImage else {
            return nil
        }
        let version: PictureFile.Version = adjustments == nil ? .current : .original
        return PHLivePhoto(still, PHLivePhoto.files(of: asset, version))
    }

    private var url: URL? { path.map { URL(fileURLWithPath: $0) } }

    /// The orientation of the stored pixels, 1 to 8 as in Exif; 1 for formats such as HEIF, whose decoders apply it.
    open var fullSizeImageOrientation: Int32 { Int32(orientation) }
}
