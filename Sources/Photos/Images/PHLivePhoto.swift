internal import LibraryPictures
public import Foundation
internal import FoundationBridging
internal import Imaging
internal import LibraryFiles
internal import PhotoModel
internal import Renditions

/// The number of a request for a Live Photo made from files.
public typealias PHLivePhotoRequestID = Int32

/// The number that no request has.
public let PHLivePhotoRequestIDInvalid: PHLivePhotoRequestID = 0

/// In the info of a request, why there is no Live Photo.
public let PHLivePhotoInfoErrorKey = "PHLivePhotoInfoErrorKey"
/// In the info of a request, whether a better Live Photo will follow.
public let PHLivePhotoInfoIsDegradedKey = "PHLivePhotoInfoIsDegradedKey"
/// In the info of a request, whether it was cancelled.
public let PHLivePhotoInfoCancelledKey = "PHLivePhotoInfoCancelledKey"

/// A photo with a film of the moment around it; there is no view that plays it.
open class PHLivePhoto: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and Sendable.

    let resources: [PHAssetResource]
    private let still: UIImage?

    init(_ still: UIImage, _ resources: [PHAssetResource]) {
        (self.still, self.resources) = (still, resources)
    }

    /// Creates a Live Photo without content, for subclasses.
    public override init() {
        (still, resources) = (nil, [])
    }

    /// The size of the still, in pixels.
    open var size: CGSize { still?.size ?? .zero }

    /// The still image; this property is Heliograph's own.
    open var stillImage: UIImage? { still }

    /// Returns the Live Photo itself, as it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether Live Photos may be read from untrusted archives; always true.
    public static var supportsSecureCoding: Bool { true }

    /// Encodes the paths of its files.
    open func encode(with coder: NSCoder) {
        for ((key, _), resource) in zip(Self.keys, resources) {
            guard let path = try? resource.bytes().url.path else { continue }
            coder.encode(NSString(string: path), forKey: key)
        }
    }

    /// Reads a Live Photo and decodes its still image again; nil if the archive holds none, or its files are gone.
    public required init?(coder: NSCoder) {
        let files = Self.keys.compactMap { key, type -> PHAssetResource? in
            guard let path = coder.decodeNested(NSString.self, forKey: key) else { return nil }
            let url = URL(fileURLWithPath: String(describing: path))
            return PHAssetResource(type, file: url)
        }
        guard files.count == Self.keys.count, let path = try? files.first?.bytes().url.path,
            let still = UIImage(contentsOfFile: path)
        else { return nil }
        (self.still, resources) = (still, files)
    }

    private static let keys: [(String, PHAssetResourceType)] = [
        ("photo", .photo), ("video", .pairedVideo),
    ]

    /// Returns the resources for the photo and the film of an asset.
    static func files(of asset: PHAsset, _ version: PictureFile.Version) -> [PHAssetResource] {
        let all = PHAssetResource.assetResources(for: asset)
        let kinds: [[PHAssetResourceType]] = [
            [.fullSizePhoto, .photo], [.fullSizePairedVideo, .pairedVideo],
        ]
        return kinds.compactMap { kinds in
            let wanted = version == .original ? kinds.suffix(1) : kinds[...]
            return wanted.lazy.compactMap { kind in all.first { $0.type == kind } }.first
        }
    }

    /// Requests a Live Photo made from the files of its photo and its film.
    ///
    /// If there is a placeholder, the handler is called with it and ``PHLivePhotoInfoIsDegradedKey`` before this method
    /// returns. Then it is called on the main queue with the Live Photo at about the target size, in pixels; `zero`
    /// means the original size. If no Live Photo can be made, the info says why.
    @discardableResult
    open class func request(
        withResourceFileURLs fileURLs: [URL],
        placeholderImage image: UIImage?,
        targetSize: CGSize,
        contentMode: PHImageContentMode,
        resultHandler: @escaping (PHLivePhoto?, [AnyHashable: Any]) -> Void
    ) -> PHLivePhotoRequestID {
        let request = MediaRequest<PHLivePhoto>(.main) { photo, info in
            resultHandler(photo, livePhotoInfo(info))
        }
        request.begin()
        let size = targetSize == .zero ? PHImageManagerMaximumSize : targetSize
        let wanted = RenditionRequest(size, contentMode, nil, of: .picture)
        let files = LivePhotoFiles(fileURLs)
        if let image { files.show(image, request) }
        HandlerPlace.anywhere.run { files.answer(request, wanted) }
        return request.id
    }

    /// Cancels a request; its handler is called once more, with nil and ``PHLivePhotoInfoCancelledKey``, unless it was
    /// already given its last answer.
    open class func cancelRequest(withRequestID requestID: PHLivePhotoRequestID) {
        MediaRequests.shared.cancel(requestID)
    }

    /// Translates the info of a request to the keys of Live Photos.
    private static func livePhotoInfo(_ info: [AnyHashable: Any]) -> [AnyHashable: Any] {
        var own: [AnyHashable: Any] = [:]
        own[PHLivePhotoInfoIsDegradedKey] = info[PHImageResultIsDegradedKey]
        own[PHLivePhotoInfoCancelledKey] = info[PHImageCancelledKey]
        own[PHLivePhotoInfoErrorKey] = info[PHImageErrorKey]
        return own
    }
}

/// The two files that a program makes a Live Photo from.
private struct LivePhotoFiles: Sendable {
    let photo: PHAssetResource?
    let film: PHAssetResource?

    init(_ urls: [URL]) {
        let kinds = urls.map { NewAsset.mediaType(ofFile: Array($0.path.utf8)) }
        photo = kinds.firstIndex(of: .image).map { PHAssetResource(.photo, file: urls[$0]) }
        film = kinds.firstIndex(of: .video).map { PHAssetResource(.pairedVideo, file: urls[$0]) }
    }

    /// Answers with a placeholder at once.
    func show(_ placeholder: UIImage, _ request: MediaRequest<PHLivePhoto>) {
        guard let photo, let film else { return }
        var info = ResultInfo(request.id)
        info.isDegraded = true
        let shown = PHLivePhoto(placeholder, [photo, film])
        request.answer(shown, info, isLast: false, at: .caller)
    }

    func answer(_ request: MediaRequest<PHLivePhoto>, _ wanted: RenditionRequest) {
        guard let photo, let film, let stored = try? photo.bytes() else {
            let message = "a Live Photo is made of the file of a picture and that of a film"
            return request.fail(PHPhotosError(.invalidResource, message))
        }
        let info = ResultInfo(request.id)
        let maker = PictureMaker.shared
        let name = photo.originalFilename
        let source = PictureSource(name: Array(name.utf8), content: nil) { stored.descriptor() }
        let end = maker.make(PictureOrder(source, wanted)) { answer in
            switch answer {
            case .success(let picture):
                let still = UIImage(StoredPicture(picture, maker))
                request.answer(PHLivePhoto(still, [photo, film]), info)
            case .failure(let error):
                guard request.isGoing else { return }
                request.fail(PHPhotosError(.invalidResource, "\(name): \(error)"))
            }
        }
        request.add(end)
    }
}
