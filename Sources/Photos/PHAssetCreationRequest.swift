public import Foundation
internal import LibraryFiles
internal import PhotoModel
public import UniformTypeIdentifiers

/// A request to create an asset from one or several files, which are copied into the library.
///
/// The files are stored in the directory of an album that the asset is added to in the same block, otherwise in one
/// named after the month it was taken in, such as `2023/2023-07`; they never replace another file. They are read when
/// the block is committed: files that do not form one asset make the block fail with `invalidResource` or
/// `missingResource`, a read-only library with `accessRestricted`.
open class PHAssetCreationRequest: PHAssetChangeRequest {
    /// Creates an asset that files are added to with ``addResource(with:fileURL:options:)``.
    @discardableResult
    open class func forAsset() -> PHAssetCreationRequest {
        PHAssetCreationRequest(AssetCreation())
    }

    @discardableResult
    open override class func creationRequestForAsset(from image: UIImage) -> PHAssetCreationRequest
    {
        PHAssetCreationRequest(image)
    }

    @discardableResult
    open override class func creationRequestForAssetFromImage(
        atFileURL fileURL: URL
    ) -> PHAssetCreationRequest? {
        PHAssetCreationRequest(.photo, fileURL)
    }

    @discardableResult
    open override class func creationRequestForAssetFromVideo(
        atFileURL fileURL: URL
    ) -> PHAssetCreationRequest? {
        PHAssetCreationRequest(.video, fileURL)
    }

    override init(_ creation: AssetCreation) {
        super.init(creation)
    }

    convenience init(_ image: UIImage) {
        self.init(AssetCreation())
        let hasAlpha = image.stored?.hasAlpha == true
        let file = hasAlpha ? image.pngData() : image.jpegData(compressionQuality: 0.9)
        // Without a file the block fails: an asset needs a photo.
        if let file { addResource(with: .photo, data: file, options: nil) }
    }

    /// Creates a request; nil if the file holds another kind of medium.
    convenience init?(_ type: PHAssetResourceType, _ file: URL) {
        let wanted: MediaType = type == .video ? .video : .image
        guard NewAsset.mediaType(ofFile: Array(file.path.utf8)) == wanted else { return nil }
        self.init(AssetCreation())
        addResource(with: type, fileURL: file, options: nil)
    }

    /// Returns whether files of these kinds, as raw values of ``PHAssetResourceType``, can form one asset.
    ///
    /// One photo or video is needed; a photo may have its RAW file as `alternatePhoto` and the film of a Live Photo as
    /// `pairedVideo`. Either may have `adjustmentData` and an edited version: `fullSizePhoto` and
    /// `fullSizePairedVideo`, or `fullSizeVideo`. Each kind may occur once.
    open class func supportsAssetResourceTypes(_ types: [NSNumber]) -> Bool {
        let known = types.compactMap { ResourceType(rawValue: $0.intValue) }
        return known.count == types.count && NewAsset.canBeMade(of: known)
    }

    /// Adds a file to the asset; it is read when the block is committed.
    open func addResource(
        with type: PHAssetResourceType,
        fileURL: URL,
        options: PHAssetResourceCreationOptions?
    ) {
        let path = Array(fileURL.path.utf8)
        add(type, .file(path, moves: options?.shouldMoveFile == true), options)
    }

    /// Adds data to the asset, to be stored as one of its files.
    open func addResource(
        with type: PHAssetResourceType,
        data: Data,
        options: PHAssetResourceCreationOptions?
    ) {
        add(type, .bytes([UInt8](data)), options)
    }

    private func add(
        _ type: PHAssetResourceType,
        _ content: NewAsset.Content,
        _ options: PHAssetResourceCreationOptions?
    ) {
        checkIsInBlock()
        guard let known = ResourceType(rawValue: type.rawValue) else {
            return transaction.add { _ in
                throw PHPhotosError(
                    .invalidResource,
                    userInfo: [NSLocalizedDescriptionKey: "no asset has a resource \(type)"]
                )
            }
        }
        let name = options?.originalFilename.map { Array($0.utf8) }
        creation?.resources.append(NewAsset.Resource(known, content, name: name))
    }
}

/// Options for adding a file to a new asset.
open class PHAssetResourceCreationOptions: NSObject, NSCopying {
    /// The file's name in the library, if it is free; nil for the file's own name, or a new one for data.
    open var originalFilename: String?

    /// The type of the file, such as `public.jpeg`; the library ignores it and inspects the file.
    open var uniformTypeIdentifier: String?

    /// The type of the file, as ``uniformTypeIdentifier``.
    open var contentType: UTType? {
        get { uniformTypeIdentifier.flatMap { UTType($0) } }
        set { uniformTypeIdentifier = newValue?.identifier }
    }

    /// Whether the file is moved instead of copied, once the block succeeds.
    ///
    /// The block fails if another program has the file open, or if the file has another hard link.
    open var shouldMoveFile = false

    public override init() {}

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHAssetResourceCreationOptions()
        copy.originalFilename = originalFilename
        copy.uniformTypeIdentifier = uniformTypeIdentifier
        copy.shouldMoveFile = shouldMoveFile
        return copy
    }
}
