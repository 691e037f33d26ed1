internal import LibraryPictures
internal import Catalogue
public import CoreLocation
public import Foundation
internal import LibraryFiles
internal import PhotoModel
public import UniformTypeIdentifiers

/// Names a request for what is to be edited.
public typealias PHContentEditingInputRequestID = Int

/// In the info of a request, whether the content is not here; always false, as everything is at hand on Linux.
public let PHContentEditingInputResultIsInCloudKey = "PHContentEditingInputResultIsInCloudKey"
/// In the info of a request, whether it was cancelled.
public let PHContentEditingInputCancelledKey = "PHContentEditingInputCancelledKey"
/// In the info of a request, why there is no input.
public let PHContentEditingInputErrorKey = "PHContentEditingInputErrorKey"

/// How the content of an asset is to be handed over for editing.
@safe open class PHContentEditingInputRequestOptions: NSObject {
    /// Whether the program can go on from an earlier edit: it is given the original then, and how that was edited;
    /// else what came of the edit.
    ///
    /// It is called on no particular queue, only for an asset that has adjustment data.
    open var canHandleAdjustmentData: (PHAdjustmentData) -> Bool = { _ in false }
    /// Whether content may be downloaded; everything is at hand on Linux.
    open var isNetworkAccessAllowed = false
    /// Never called, because nothing is downloaded.
    open var progressHandler: ((Double, UnsafeMutablePointer<ObjCBool>) -> Void)?

    public override init() {}
}

/// The content of an asset, for a program that edits it.
///
/// The files are the library's own: they are read, and what is made of them is written to
/// ``PHContentEditingOutput/renderedContentURL``.
open class PHContentEditingInput: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and Sendable.

    let asset: PHAsset
    private let path: String?
    private let type: String?
    private let orientation: Int
    private let adjustments: PHAdjustmentData?
    /// What pictures are made of.
    private let picture: PictureFile?

    /// An input of nothing.
    public override init() {
        (asset, path, type, orientation, adjustments) = (PHAsset(), nil, nil, 1, nil)
        picture = nil
    }

    /// The input of an editor.
    ///
    /// `file` is the original, or what an earlier edit made of it; `adjustments` tell how that was done, to a program
    /// that goes on from there.
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

    /// What kind of medium the asset is.
    open var mediaType: PHAssetMediaType { asset.mediaType }
    /// The special kinds of photo and film that the asset is.
    open var mediaSubtypes: PHAssetMediaSubtype { asset.mediaSubtypes }
    /// When it was taken.
    open var creationDate: Date? { asset.creationDate }
    /// Where it was taken.
    open var location: CLLocation? { asset.location }
    /// What kind of file is to be edited, such as `public.jpeg`.
    open var uniformTypeIdentifier: String? { type }
    /// The same as a type.
    open var contentType: UTType? { type.flatMap { UTType($0) } }
    /// How the asset is shown.
    open var playbackStyle: PHAsset.PlaybackStyle { asset.playbackStyle }

    /// How the original was edited, for a program that said it can go on from there; nil when the file is to be
    /// edited as it is.
    open var adjustmentData: PHAdjustmentData? { adjustments }

    /// Where the picture lies; nil for a film.
    open var fullSizeImageURL: URL? { mediaType == .image ? url : nil }

    /// Where the film lies; nil for a picture.
    ///
    /// Heliograph's own, beside ``audiovisualAsset``.
    open var fullSizeVideoURL: URL? { mediaType == .video ? url : nil }

    /// The picture to be edited, or a frame of the film, upright, with at most 1024 pixels a side; nil when it cannot
    /// be made.
    ///
    /// It waits until the picture is there, which the cache has when it is asked for again.
    open var displaySizeImage: UIImage? {
        guard let picture else { return nil }
        let size = CGSize(width: 1_024, height: 1_024)
        return ImageAnswers(picture, size, .aspectFit, nil).image
    }

    /// The film; nil for a picture.
    open var audiovisualAsset: AVAsset? {
        picture.flatMap { $0.isFilm ? AVURLAsset($0) : nil }
    }

    /// The Live Photo, with ``displaySizeImage`` as its still; nil for what is none.
    open var livePhoto: PHLivePhoto? {
        guard asset.mediaSubtypes.contains(.photoLive), let still = displaySizeImage else {
            return nil
        }
        let version: PictureFile.Version = adjustments == nil ? .current : .original
        return PHLivePhoto(still, PHLivePhoto.files(of: asset, version))
    }

    private var url: URL? { path.map { URL(fileURLWithPath: $0) } }

    /// How the stored pixels are to be turned, 1 to 8 as in Exif; 1 for formats such as HEIF whose decoders turn
    /// them.
    open var fullSizeImageOrientation: Int32 { Int32(orientation) }
}
